import { Injectable } from '@nestjs/common';
import type { RichDocument } from '#rich-document';
import type { StoredDocument } from '../../revisions/domain/ports.js';
import {
  LONG_DEADLINE_MS,
  TextProcesses,
  type TextWorker,
} from '../../revisions/infrastructure/text/text-processes.js';
import { TranslatedBodies, type BodySegments, type SegmentTexts } from '../domain/translated-bodies.js';
import * as tasks from './body-tasks.js';

const WORKER: TextWorker<typeof tasks> = {
  file: new URL('./translation-worker.js', import.meta.url),
  tasks,
  deadlineMs: LONG_DEADLINE_MS,
};
/** Characters of JSON that take a few milliseconds. */
const SMALL = 100_000;

/** Translates small bodies in place, large ones in worker processes. */
@Injectable()
export class IsolatedBodies extends TranslatedBodies {
  constructor(private readonly processes: TextProcesses) {
    super();
  }

  async segments(body: string): Promise<BodySegments> {
    return isSmall(body) ? tasks.readSegments(body) : this.processes.run(WORKER, 'readSegments', [body]);
  }

  async translate(body: string, spaceId: string, texts: SegmentTexts): Promise<StoredDocument> {
    if (isSmall(body)) return tasks.translateBody(body, spaceId, texts);
    return this.processes.run(WORKER, 'translateBody', [body, spaceId, texts]);
  }

  async show(body: string, spaceId: string, texts: SegmentTexts): Promise<RichDocument> {
    if (isSmall(body)) return tasks.showBody(body, spaceId, texts);
    return this.processes.run(WORKER, 'showBody', [body, spaceId, texts]);
  }

  async merge(base: string, made: string, current: string): Promise<StoredDocument> {
    if (isSmall(base, made, current)) return tasks.mergeBodies(base, made, current);
    return this.processes.run(WORKER, 'mergeBodies', [base, made, current]);
  }
}

function isSmall(...bodies: readonly string[]): boolean {
  return bodies.reduce((sum, { length }) => sum + length, 0) <= SMALL;
}
