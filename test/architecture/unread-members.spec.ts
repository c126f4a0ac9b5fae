import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

interface Source {
  path: string;
  text: string;
}

/** Areas whose members are read by another one of their context. */
const READ_BY: Readonly<Record<string, string>> = {
  'content/content': 'content/page',
  'content/space': 'content/template',
  'content/sync': 'content/sources',
};

/** Members that are taken and make no difference: the documents say so of each, with the reason. */
const PASSED_OVER: Readonly<Record<string, string>> = {
  'AgentFeedbackBody.goal': 'publishing/insights.md',
  'AskContextBody.goal': 'api/compatibility.md',
  'AskSiteBody.context': 'api/compatibility.md',
  'AskSiteBody.session': 'api/compatibility.md',
  'AssistantBody.channel': 'api/compatibility.md',
  'AssistantBody.model': 'api/compatibility.md',
  'AssistantBody.session': 'api/compatibility.md',
  'AssistantBody.tools': 'api/compatibility.md',
  'AssistantMessageBody.context': 'api/compatibility.md',
  // It has one value.
  'AssistantMessageBody.role': 'api/compatibility.md',
  'CustomizationParams.unmasked': 'api/compatibility.md',
  'EventAdBody.zoneId': 'publishing/insights.md',
  'EventLocationBody.revision': 'publishing/insights.md',
  'GitRepositoryBody.force': 'api/compatibility.md',
  'GitRepositoryBody.repoCacheID': 'api/compatibility.md',
  'OrganizationChangeRequestParams.finding': 'api/compatibility.md',
  'PageReadingParams.cachedMetadata': 'api/compatibility.md',
  'SchemaParams.schema': 'api/compatibility.md',
  'SiteEventBody.goal': 'publishing/insights.md',
  'SiteEventBody.responseId': 'publishing/insights.md',
};

const ROOMS = /^src\/(\w+)\/(?:([\w-]+)\/)?(?:domain|application|infrastructure|interface)\/(?:([\w-]+)\/)?/;

/** The area that a file belongs to; what a context says to others is an area as well. */
function areaOf(path: string): string {
  const [, context = path.split('/')[1], area, folder] = ROOMS.exec(path) ?? [];
  return `${context}/${area ?? folder ?? ''}`;
}

/**
 * Members of bodies and parameters whose names nothing in their area reads: by a member access, by taking an object
 * apart, or by a name in a table. Types are not followed, so a member is taken for read where another of the same area
 * has its name.
 */
function unreadMembers(sources: readonly Source[]): string[] {
  const members: { owner: string; name: string; area: string }[] = [];
  const read = new Set<string>();
  for (const { path, text } of sources) {
    const area = areaOf(path);
    const describes = /\.(body|params|view)\.ts$/.test(path);
    const note = (name: string): void => void read.add(`${area} ${name}`);
    const visit = (node: ts.Node): void => {
      if (ts.isDecorator(node)) return;
      if (ts.isClassDeclaration(node) && path.includes('/interface/') && /(?:Body|Params)$/.test(node.name?.text ?? ''))
        for (const member of node.members)
          if (ts.isPropertyDeclaration(member) && ts.isIdentifier(member.name))
            members.push({ owner: node.name?.text ?? '', name: member.name.text, area });
      if (ts.isPropertyAccessExpression(node)) note(node.name.text);
      if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken) {
        const name = node.propertyName ?? node.name;
        if (ts.isIdentifier(name)) note(name.text);
      }
      if (ts.isStringLiteral(node) && !describes) note(node.text);
      // Tables of what there is to read, such as the settings of a site.
      if (ts.isPropertyAssignment(node) && !describes && path.includes('/domain/') && ts.isIdentifier(node.name))
        note(node.name.text);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  }
  return members
    .filter(({ name, area }) =>
      [area, READ_BY[area], `${area.split('/')[0]}/`, `${area.split('/')[0]}/contract`].every(
        (place) => !read.has(`${place} ${name}`),
      ),
    )
    .map(({ owner, name }) => `${owner}.${name}`)
    .sort();
}

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.includes('migrations'))
  .map((path) => ({ path: `src/${path}`, text: readFileSync(`src/${path}`, 'utf8') }));

describe('members of bodies and parameters', () => {
  it('are read by code of their area, or said in the documents to make no difference', () => {
    expect(unreadMembers(sources)).toEqual(Object.keys(PASSED_OVER).sort());
  }, 60_000);

  it.each(Object.entries(PASSED_OVER))('%s: %s says that it makes no difference', (member, document) => {
    const name = member.slice(member.indexOf('.') + 1);
    const text = readFileSync(`docs/${document}`, 'utf8');
    expect(text).toMatch(new RegExp(`\`(?:[\\w[\\]]+\\.)*${name}\``));
  });

  it('are found where nothing reads them', () => {
    const planted = (controller: string): Source[] => [
      { path: 'src/content/spaces/interface/x.body.ts', text: 'export class XBody { title?: string; color?: string }' },
      { path: 'src/content/spaces/interface/x.controller.ts', text: controller },
    ];
    expect(unreadMembers(planted('f(body.title)'))).toEqual(['XBody.color']);
    expect(unreadMembers(planted('function f({ title, color: c }: XBody) { return c; }'))).toEqual([]);
    expect(unreadMembers(planted('function f({ title, ...rest }: XBody) { return rest; }'))).toEqual(['XBody.color']);
  });
});
