import { IsObject } from 'class-validator';

/** What agents are to be told, in the place of what they were told before. */
export class UpdateAgentInstructionsBody {
  /**
   * A block tree.
   * @example {"object": "document", "nodes": []}
   */
  @IsObject()
  instructions!: object;
}
