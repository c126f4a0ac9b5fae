import { exceeds } from '#kernel/domain/characters';
import { DocumentInvalid, validateDocument, type RichDocument } from '#rich-document';
import { Invalid } from '#kernel/domain/errors';

const MAX_CHARACTERS = 200_000;

/** The instructions for agents in one organization; at most one document. */
export interface AgentInstructions {
  organizationId: string;
  instructions: RichDocument;
  updatedAt: Date;
  updatedBy: string;
}

export abstract class AgentInstructionsOfOrganizations {
  abstract write(instructions: AgentInstructions): Promise<void>;
}

/**
 * The document as it is stored. Throws Invalid where it is not a document, or longer than 200,000 characters of JSON.
 */
export function validInstructions(value: unknown): RichDocument {
  try {
    const document = validateDocument(value, { nesting: 'markdown' });
    if (exceeds(JSON.stringify(document), MAX_CHARACTERS))
      throw new Invalid(`instructions takes at most ${MAX_CHARACTERS} characters of JSON`);
    return document;
  } catch (error) {
    if (error instanceof DocumentInvalid) throw new Invalid(`instructions: ${error.path}: ${error.message}`);
    throw error;
  }
}
