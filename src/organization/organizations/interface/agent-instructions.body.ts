import { IsObject } from 'class-validator';
import { Described, named } from '#kernel/interface/open-api/one-of';
import { AgentInstructionsView } from '../application/agent-instructions.view.js';

/* The view class can't declare this shape itself. */
Described(named('Document'))(AgentInstructionsView.prototype, 'instructions');

/** What agents are to be told, in the place of what they were told before. */
export class UpdateAgentInstructionsBody {
  /**
   * A block tree.
   * @example {"object": "document", "nodes": []}
   */
  @Described(named('DocumentInput'))
  @IsObject()
  instructions!: object;
}
