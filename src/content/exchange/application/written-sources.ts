import { newId } from '#kernel/domain/id';
import { exportedItems } from '../domain/export/exported-items.js';
import type { ExportPlan } from '../domain/export/plan-export.js';
import type { ImportedState, SourceChanges, SourceReaders } from '../domain/import/import-ports.js';
import type { SourceFile } from '../domain/import/import-plan.js';
import { planImport } from '../domain/import/plan-import.js';

/**
 * The source items after an export. Plans an import of the exported files to learn the key by which the next import
 * will recognize each page.
 */
export async function writtenSources(
  readers: SourceReaders,
  state: ImportedState,
  plan: ExportPlan,
  files: readonly SourceFile[],
): Promise<SourceChanges> {
  const texts = new Map(plan.texts.map(({ path, text }) => [path, text]));
  const planned = await planImport({
    files,
    readText: (path) => Promise.resolve(texts.get(path)),
    parseYaml: (text) => readers.parseYaml(text),
    parseScript: (text) => readers.parseScript(text),
    pause: () => readers.pause(),
    newId: () => newId(),
    included: new Set(plan.paths.reusableContents.values()),
  });
  return exportedItems(state, plan, planned);
}
