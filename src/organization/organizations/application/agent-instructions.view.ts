import type { RichDocument } from '#rich-document';

/** What agents that work with an organization's documentation are told. */
export class AgentInstructionsView {
  object!: 'agent-instructions';
  /**
   * A block tree; empty until an administrator writes one.
   * @example {"object": "document", "data": {"schemaVersion": 1}, "nodes": []}
   */
  instructions!: RichDocument;
  /** @example 2026-01-15T09:30:00.000Z */
  updatedAt!: string;
  /**
   * Id of the user who wrote them last; empty while nobody did.
   * @example 0VbbU2w9Gm5NvCr7QsJd
   */
  updatedBy!: string;
  urls!: AgentInstructionsUrls;
}

export class AgentInstructionsUrls {
  /** @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe/agent-instructions */
  location!: string;
}
