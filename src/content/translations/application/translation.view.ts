import type { RichDocument } from '#rich-document';
/** The space that is translated. */
export class TranslationSourceView {
  /** @example 0VbbU5n7Ed2QvZt8KlXa */
  space!: string;
  /** @example en */
  language!: string;
}

/** The space that holds the translation. */
export class TranslationResultView {
  /** @example 0VbbU6p8Fe3RwAu9LmYb */
  space!: string;
  /**
   * The revision that the latest run made.
   * @example 0VbbU8r0Hg5TyCw1NoAd
   */
  revision!: string;
}

/** What runs came to, in all and the latest one. Durations are milliseconds. */
export class TranslationStatsView {
  /** @example 3 */
  runs!: number;
  /**
   * Words of the pages that runs looked at.
   * @example 5120
   */
  totalWords!: number;
  /** @example 42 */
  totalPages!: number;
  /** @example 81250 */
  totalDuration!: number;
  /** @example 2150 */
  latestRunDuration!: number;
  /** @example 1 */
  latestPages!: number;
  /** @example 230 */
  latestWords!: number;
  /**
   * Texts of the result that stand there as they are in the source.
   * @example 0
   */
  untranslatedBlocks!: number;
}

export class TranslationPermissions {
  view!: boolean;
  edit!: boolean;
}

export class TranslationUrls {
  /** @example https://docs.example.com/v1/orgs/0VbbU3l5Cb0OtXr6IjVY/translations/0VbbU7q9Gf4SxBv0MnZc */
  location!: string;
}

/** A space in another language, which follows the space it is translated from. */
export class TranslationView {
  object!: 'translation';
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  id!: string;
  /** `pending`: waits for a run. */
  status!: 'pending' | 'running' | 'completed';
  source!: TranslationSourceView;
  /** @example de */
  language!: string;
  /**
   * What whoever translates is told: a block tree.
   * @example {"object": "document", "data": {}, "nodes": []}
   */
  instructions!: RichDocument;
  result!: TranslationResultView;
  /**
   * Why the latest run failed; the result is that of the run before.
   * @example "The model answered 503"
   */
  error?: string;
  /** @example 2026-02-03T14:05:00.000Z */
  createdAt!: string;
  /** @example 2026-02-03T14:20:00.000Z */
  updatedAt!: string;
  stats!: TranslationStatsView;
  permissions!: TranslationPermissions;
  urls!: TranslationUrls;
}

export class GlossaryEntryUrls {
  /** @example https://docs.example.com/v1/orgs/0VbbU3l5Cb0OtXr6IjVY/translations-glossary/0VbbU7q9Gf4SxBv0MnZc */
  location!: string;
}

/** What a thing is called in several languages. */
export class GlossaryEntryView {
  object!: 'glossary-entry';
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  id!: string;
  /**
   * Language → term.
   * @example {"en": "Space", "de": "Bereich"}
   */
  translations!: Record<string, string>;
  /**
   * The same as `translations`, under the name that earlier clients read.
   * @deprecated
   * @example {"en": "Space", "de": "Bereich"}
   */
  terms!: Record<string, string>;
  /** @example 2026-02-03T14:05:00.000Z */
  createdAt!: string;
  /** @example 2026-02-03T14:20:00.000Z */
  updatedAt!: string;
  urls!: GlossaryEntryUrls;
}
