import { createWriteStream, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from '@jest/globals';
import { assignKeys, parsePage, collectReferences } from '#rich-document';
import { keyOfReference, printBook, type BookPage, type Target, type Picture } from '#print';

const root = join(process.cwd(), 'docs');
async function print(files: string[], out: string, language: string, base = root) {
  const pages: BookPage[] = [];
  const targets = new Map<string, Target>();
  const pictures = new Map<string, Picture>();
  const ids = new Set(files);
  for (const file of files) {
    const { title, document } = parsePage(readFileSync(join(base, file), 'utf8'));
    const keyed = assignKeys(document);
    for (const { ref } of collectReferences(keyed)) {
      if (ref.kind !== 'url') continue;
      const key = keyOfReference(file, ref);
      if (/^https?:/.test(ref.url)) { targets.set(key, { url: ref.url }); continue; }
      const [path = '', anchor] = ref.url.split('#');
      const at = path === '' ? file : join(file, '..', path);
      if (ids.has(at)) targets.set(key, { page: at, anchor, title: at });
      else if (/\.(png|jpg|svg|gif)$/.test(at)) { targets.set(key, { picture: at, title: at });
        try { pictures.set(at, { name: at, bytes: readFileSync(join(base, at)), isSvg: at.endsWith('svg') }); } catch {} }
      else targets.set(key, { url: `http://localhost/${at}`, title: at });
    }
    const group = file.includes('/') && !pages.some((p) => p.trail[0] === file.split('/')[0]) ? [{ title: file.split('/')[0]!, depth: 0 }] : [];
    pages.push({ id: file, title: title ?? file, depth: file.includes('/') ? 1 : 0, groups: group, trail: file.includes('/') ? [file.split('/')[0]!] : [], document: keyed });
  }
  let sent = false;
  const start = Date.now();
  const done = await printBook({ title: 'Quire documentation', subtitle: 'Everything', language, date: new Date(0), frontMatter: true },
    async () => { if (sent) return undefined; sent = true; return { pages, targets, pictures }; }, createWriteStream(out));
  console.log(out, done, Date.now() - start, 'ms', process.memoryUsage().rss / 1e6);
}
it('docs', async () => {
  const files = readdirSync(root, { recursive: true }).map(String).filter((f) => f.endsWith('.md') && f !== 'SUMMARY.md').sort();
  await print(files, '/tmp/print-look/docs.pdf', 'en');
}, 120000);
it('blocks', async () => {
  await print(readdirSync('/tmp/print-look/md').filter((f) => f.endsWith('.md')).sort(), '/tmp/print-look/blocks.pdf', 'ja', '/tmp/print-look/md');
}, 120000);
