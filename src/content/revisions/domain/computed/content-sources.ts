import type { Caller } from '#kernel/application/caller';
import type { RichDocument } from '#rich-document';

/** The source of computed content, as pages and reusable content declare it. */
export interface ContentSource {
  /** `builtin:openapi`, `builtin:translation` or `integration:<name>:<source>`. */
  type: string;
  props: Readonly<Record<string, unknown>>;
  /** The ids of its dependencies by name: an OpenAPI specification, a translation or a space. */
  dependencies: Readonly<Record<string, { kind: string; id: string }>>;
}

/** Computes documents from sources of one kind. */
export interface ContentComputer {
  /**
   * The document for a source in a space that the caller may read; undefined where the source does not exist or the
   * caller may not see it. Another `seed` may select another variant.
   */
  document(caller: Caller, spaceId: string, source: ContentSource, seed: string): Promise<RichDocument | undefined>;
}

/** The registry of computers by kind of source. A kind is a type, or the common prefix of all types of integrations. */
export class ContentComputers {
  readonly #computers: ReadonlyMap<string, ContentComputer>;

  constructor(computers: Iterable<readonly [kind: string, computer: ContentComputer]>) {
    this.#computers = new Map(computers);
  }

  of({ type }: ContentSource): ContentComputer | undefined {
    return this.#computers.get(type) ?? this.#computers.get(type.split(':', 1)[0] ?? '');
  }
}
