import type { SpecificationRefused } from '../specification.js';
import { type ProcessedSpecification, type ProcessingLimits, type SpecificationFault } from '../specification.js';

/** What a process is to do. */
export interface ProcessTask {
  text: string;
  url: string | undefined;
  limits: ProcessingLimits;
}

/** What the process says: it wants a file, or is done. */
export type ProcessSays =
  | { wants: string; id: number }
  | { done: ProcessedSpecification }
  | { refused: Pick<SpecificationRefused, 'code' | 'faultCount'> & { faults: SpecificationFault[] } }
  | { failed: string };

/** A file that the process wanted, or why it is not there. */
export type WantedFile = { id: number; url: string; text: string } | { id: number; problem: string };

/** What it is sent. */
export type ProcessHears = { task: ProcessTask } | WantedFile;
