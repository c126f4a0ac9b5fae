/** Who writes the commits of syncs: members by name, those with their e-mail addresses as well, or one for all. */
export type GitAuthor = 'names' | 'members' | { name: string; email: string };

/** Where files are stored when a bucket is set. Absent keys are looked up in the usual AWS sources. */
export interface S3Settings {
  readonly bucket: string;
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  readonly prefix: string;
}

/** Servers that render published sites, and the secret they share with this one. */
export interface RendererSettings {
  /** Without trailing slashes. */
  readonly urls: readonly string[];
  readonly secret: string;
}

/** A language model and its address. */
export interface ModelSettings {
  readonly url: string;
  readonly name: string;
  readonly key: string | undefined;
  /** The name of a model at the same address that makes vectors of texts. */
  readonly embedding: string | undefined;
}
