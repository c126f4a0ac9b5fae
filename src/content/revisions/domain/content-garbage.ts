/** Nodes, documents and source texts that no revision refers to; they are collected some time later. */
export abstract class ContentGarbage {
  /**
   * Notes that revisions of an organization are gone, in the transaction that removes them. What they alone
   * referred to stays for an hour at least: work that read it before may still put it into other revisions.
   */
  abstract note(organizationId: string): Promise<void>;
}
