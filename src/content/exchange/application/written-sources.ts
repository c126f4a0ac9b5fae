import { newId } from '#kernel/domain/id';
import { exportedItems } from '../domain/export/exported-items.js';
import type { ExportPlan } from '../domain/export/plan-export.js';
import type { ImportedState, SourceChanges, SourceReaders } from '../domain/import/import-ports.js';
import type { SourceFile } from '../domain/import/import-plan.js';
import { planImport } from '../domain/import/plan-import.js';

/**
 * What is known of the source once an export stands in a repository. Plans an import of the files it is made of, to
 * learn the names by which the next import will know each page.
 */
export async function writtenSources(
  readers: SourceReaders,
  state: ImportedState,
  plan: ExportPlan,
  files: readonly SourceFile[],
): Promise<SourceChanges> {
  const { root } = state.source;
  const texts = new Map(
    plan.texts.map(({ path, text }) => [path === '.gitbook.yaml' || root === '' ? path : `${root}/${path}`, text]),
  );
  const planned = await planImport({
    files,
    readText: (path) => {
      const text = texts.get(path);
      const leads = path === '.gitbook.yaml' && root !== '' ? `root: ${JSON.stringify(`./${root}/`)}\n` : '';
      return Promise.resolve(text === undefined ? undefined : leads + text);
    },
    parseYaml: (text) => readers.parseYaml(text),
    newId: () => newId(),
  });
  return exportedItems(state, plan, planned);
}
