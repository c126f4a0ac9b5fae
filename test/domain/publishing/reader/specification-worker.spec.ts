import { describe, expect, it } from '@jest/globals';
import { build, type Plugin } from 'esbuild';

const ENTRY = 'src/publishing/reader/infrastructure/specifications/specification-worker.ts';
/** Of the bundle, in bytes: it had 4 MB when it loaded the framework. */
const MOST_BYTES = 1_200_000;

/** As the build does: of our own modules, only what is used. */
const used: Plugin = {
  name: 'used',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[.#]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === 'looking') return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: 'looking' });
      return { path: found.path, sideEffects: found.path.includes('node_modules') };
    });
  },
};

describe('the process that draws specifications', () => {
  it('loads nothing but what draws, so that the first page is there soon', async () => {
    const { metafile } = await build({
      entryPoints: [ENTRY],
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      conditions: ['quire-source'],
      plugins: [used],
    });
    const outputs = Object.values(metafile.outputs);
    const inputs = outputs.flatMap((output) => Object.keys(output.inputs));
    expect(inputs).toEqual(expect.arrayContaining([expect.stringContaining('libs/api-html/draw.ts')]));
    expect(
      inputs.filter((path) => /@nestjs|rxjs|typeorm|openapi-parser|js-yaml|node_modules\/yaml/.test(path)),
    ).toEqual([]);
    expect(outputs.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MOST_BYTES);
  });
});
