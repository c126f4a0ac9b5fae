import type { Caller } from '#kernel/application/caller';
import type { RichDocument } from '#rich-document';

/** What content is computed from, as pages and reusable contents name it. */
export interface ContentSource {
  /** `builtin:openapi`, `builtin:translation` or `integration:<name>:<source>`. */
  type: string;
  props: Readonly<Record<string, unknown>>;
  /** The ids of what it depends on, by its names there: an OpenAPI specification, a translation, a space. */
  dependencies: Readonly<Record<string, { kind: string; id: string }>>;
}

/** Computes what sources of one kind say. */
export interface ContentComputer {
  /**
   * The document of a source in a space that the caller may read; undefined where there is no such thing, or none that
   * the caller may know of. With another `seed` it may say the same otherwise.
   */
  document(caller: Caller, spaceId: string, source: ContentSource, seed: string): Promise<RichDocument | undefined>;
}

/** Who computes the sources of each kind. A kind is a type, or what the types of all integrations begin with. */
export class ContentComputers {
  readonly #computers: ReadonlyMap<string, ContentComputer>;

  constructor(computers: Iterable<readonly [kind: string, computer: ContentComputer]>) {
    this.#computers = new Map(computers);
  }

  of({ type }: ContentSource): ContentComputer | undefined {
    return this.#computers.get(type) ?? this.#computers.get(type.split(':', 1)[0] ?? '');
  }
}
