import { setTimeout as sleep } from 'node:timers/promises';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { ReadShownBlocks, type ShownBlock, type BlockRequest } from '#publishing';
import type { ComponentCall, RenderContext } from '../domain/component.js';
import { ComponentScripts } from './component-scripts.js';
import { InstalledComponents, isShownAt, type Installed } from './installed-components.js';
import { answerOf, KeptBlocks, type BlockAnswer } from './kept-blocks.js';
import { RenderedPlaces, type RenderedPlace } from './rendered-place.js';

/** What the blocks of one page have in common. */
interface Shown {
  caller: Caller;
  place: RenderedPlace;
  installed: ReadonlyMap<string, Installed>;
  patience: number;
}

/** One statement for all blocks of a page, what says whether the caller may read it, and what running scripts takes. */
@QueryHandler(ReadShownBlocks)
export class ReadShownBlocksHandler implements IQueryHandler<ReadShownBlocks> {
  constructor(
    private readonly places: RenderedPlaces,
    private readonly components: InstalledComponents,
    private readonly scripts: ComponentScripts,
    private readonly kept: KeptBlocks,
  ) {}

  async execute({ caller, spaceId, theme, blocks, patience }: ReadShownBlocks): Promise<readonly ShownBlock[]> {
    const place = await this.#place(caller, { type: 'document', spaceId, theme, editable: false });
    if (!place) return blocks.map(() => ({ kind: 'unknown' }));
    const names = [...new Set(blocks.map(({ integration }) => integration))];
    const shown = { caller, place, installed: await this.components.of(names, place), patience };
    return Promise.all(blocks.map((block) => this.#block(block, shown)));
  }

  async #place(caller: Caller, context: RenderContext): Promise<RenderedPlace | undefined> {
    try {
      return await this.places.of(caller, context);
    } catch (error) {
      if (error instanceof NotFound || error instanceof Forbidden) return undefined;
      throw error;
    }
  }

  async #block(block: BlockRequest, shown: Shown): Promise<ShownBlock> {
    const installed = shown.installed.get(block.integration);
    if (!installed || !isShownAt(installed, shown.place, block.component)) return { kind: 'unknown' };
    const { component: componentId, props, state, action } = block;
    const call: ComponentCall = { componentId, props, state, action, context: shown.place.context };
    const title = installed.blocks.find(({ id }) => id === componentId)?.title ?? block.integration;
    const answer = await this.#answer(call, block.isDone === true, installed, shown);
    if (answer === 'late') return { kind: 'late', title };
    return answer.kind === 'unknown' ? answer : { ...answer, title };
  }

  /** What follows from what a reader did is not kept: it may have an effect each time. */
  async #answer(
    call: ComponentCall,
    isDone: boolean,
    installed: Installed,
    { caller, place, patience }: Shown,
  ): Promise<BlockAnswer | 'late'> {
    const ask = () => this.scripts.ask(caller, call, place, installed).then(({ answered }) => answered);
    if (isDone) return within(ask().then(answerOf), patience);
    const key = keyOf(caller, call, installed);
    const known = this.kept.get(key);
    if (known) return known;
    const { since, answer } = this.kept.run(key, ask);
    return within(answer, since + patience - performance.now());
  }
}

/** For whom it is, so that nothing is shown to another visitor; and all that the script is given. */
function keyOf({ userId, visitor }: Caller, call: ComponentCall, { id, installationId, version }: Installed): string {
  const who = visitor ? ['visitor', visitor.siteId, visitor.claims] : ['user', userId];
  return JSON.stringify([id, installationId, version, who, call]);
}

async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | 'late'> {
  if (milliseconds <= 0) return 'late';
  const waiting = new AbortController();
  try {
    return await Promise.race([work, sleep(milliseconds, 'late' as const, { signal: waiting.signal })]);
  } finally {
    waiting.abort();
  }
}
