import { Presets, SingleBar } from 'cli-progress';
import { readableBytes, inform, type Terminal } from './terminal.js';

/** The progress of a long command. */
export interface Progress {
  /** Sets how much is done in total, in the unit of the total. */
  update(done: number): void;
  /** Ends the display; the line stays. */
  end(): void;
}

/** Shows nothing. */
export const NO_PROGRESS: Progress = { update: () => undefined, end: () => undefined };

const LINE_EVERY_MS = 2_000;

/**
 * Shows the progress in bytes: a bar on a terminal, elsewhere a plain line every two seconds. Without a total only the
 * bytes are shown.
 */
export function showBytes(terminal: Terminal, label: string, total?: number): Progress {
  if (terminal.stderr.isTTY && terminal.env['TERM'] !== 'dumb') return bar(terminal, label, total);
  return lines(terminal, label, total);
}

function bar(terminal: Terminal, label: string, total: number | undefined): Progress {
  const format = total === undefined ? `${label}  {amount}` : `${label}  [{bar}] {percentage}%  {amount}`;
  const single = new SingleBar(
    { format, stream: terminal.stderr, hideCursor: true, linewrap: false, fps: 8, gracefulExit: false },
    Presets.shades_classic,
  );
  const payload = (done: number): { amount: string } => ({ amount: amountOf(done, total) });
  single.start(Math.max(total ?? 1, 1), 0, payload(0));
  return {
    update: (done) => single.update(total === undefined ? 0 : Math.min(done, total), payload(done)),
    end: () => single.stop(),
  };
}

function lines(terminal: Terminal, label: string, total: number | undefined): Progress {
  let last = performance.now();
  let done = 0;
  return {
    update: (reached) => {
      done = reached;
      if (performance.now() - last < LINE_EVERY_MS) return;
      last = performance.now();
      inform(terminal, `${label}  ${amountOf(done, total)}`);
    },
    end: () => inform(terminal, `${label}  ${amountOf(done, total)}`),
  };
}

function amountOf(done: number, total: number | undefined): string {
  if (total === undefined) return readableBytes(done);
  return `${readableBytes(done)} of ${readableBytes(total)}`;
}
