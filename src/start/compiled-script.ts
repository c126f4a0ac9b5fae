import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import v8 from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** The first line of a script: `// ` and a digest of the rest, in hexadecimal digits. */
const DIGEST = /^\/\/ ([0-9a-f]{64})\n/;
const ENDING = '.v8';
const CHECKSUM_BYTES = 4;

/**
 * A CommonJS script of the build, with what V8 compiled of it in an earlier process: reading that takes a tenth of the
 * time of compiling. It is kept in a file for each build, version of V8 and set of its flags; one that is missing,
 * damaged or of another V8 is ignored, and the script compiled as always.
 */
export class CompiledScript {
  readonly #script: Script;
  readonly #cache: string;
  /** The beginning of the names of the files of this very script, one for each V8 and its flags. */
  readonly #name: string;
  /** Whether what V8 compiled was read. */
  readonly isCached: boolean;

  /** Reads `file`, and what was compiled of it from a file in `folder`. */
  constructor(
    private readonly file: string,
    folder: string,
  ) {
    // The build has escaped what is not ASCII (bin/bundle.mjs).
    const source = readFileSync(file, 'latin1');
    const [, digest = ''] = DIGEST.exec(source) ?? [];
    const version = v8.cachedDataVersionTag().toString(16);
    this.#name = `${basename(file)}-${digest.slice(0, 16)}-`;
    this.#cache = join(folder, `${this.#name}${version}${ENDING}`);
    const cachedData = compiledIn(this.#cache);
    const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
    this.#script = new Script(wrapped, { filename: file, ...(cachedData && { cachedData }) });
    this.isCached = cachedData !== undefined && this.#script.cachedDataRejected === false;
  }

  /** Runs the script as a CommonJS module and returns what it exports. */
  run(): unknown {
    const module = { exports: {} };
    const main = this.#script.runInThisContext() as (...given: unknown[]) => void;
    main(module.exports, createRequire(this.file), module, this.file, dirname(this.file));
    return module.exports;
  }

  /**
   * Stores what V8 has compiled by now, and removes that of earlier builds. Making it takes 0.1 to 0.2 s, before the first
   * `await`. Rejects where the folder cannot be written, before that. A process that is killed meanwhile leaves a whole
   * file or none.
   */
  async store(): Promise<void> {
    const folder = dirname(this.#cache);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const draft = `${this.#cache}.${process.pid}`;
    closeSync(openSync(draft, 'w', 0o600));
    const compiled = this.#script.createCachedData();
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeUInt32BE(crc32(compiled));
    try {
      await writeFile(draft, [checksum, compiled]);
      await rename(draft, this.#cache);
    } finally {
      await rm(draft, { force: true });
    }
    const others = (await readdir(folder)).filter(
      (name) => name.startsWith(`${basename(this.file)}-`) && !name.startsWith(this.#name),
    );
    await Promise.all(others.map((name) => rm(join(folder, name), { force: true })));
  }
}

/** V8 compares the length of the source and its own version, but reads damaged code as if it were whole. */
function compiledIn(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const compiled = bytes.subarray(CHECKSUM_BYTES);
    return crc32(compiled) === bytes.readUInt32BE() ? compiled : undefined;
  } catch {
    return undefined;
  }
}
