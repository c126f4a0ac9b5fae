import { describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument, type Media } from '#testing/api-document';

/** The only schemas that allow any value, each with the reason why the document cannot say more. */
const FREE: Readonly<Record<string, string>> = {
  'AuditEventDetailsView.payload': 'depends on the action, and is read by people',
  'ConflictVersionsView.*|3': 'the value of any field of a page',
  'DocumentSourceBody.props': 'integrations name what they like; what Quire reads is named',
  'Document*.data': 'authors keep members of their own there',
  'EventSessionBody.visitorAuthClaims': 'claims of a site, which its adaptive schema describes',
  'IntegrationBlock*.data.props': 'is what an integration was given, in its own words',
  'IntegrationBlock*.data.action': 'likewise',
  'InstallationView.configuration': 'what is set, as each integration names it; its manifest describes it',
  'SpaceInstallationView.configuration': 'likewise',
  'SiteInstallationView.configuration': 'likewise',
  'PreviousInstallationView.configuration': 'likewise',
  'Update*InstallationBody.configuration': 'likewise',
  'IntegrationTaskBody.task': 'is what a script queues for itself',
  'IntegrationEventPayload.task': 'is what a script queued for itself',
  'OpenAPIFileView.specification': 'an OpenAPI document, whose form OpenAPI describes',
  'PromptBlock*.data.openInAIProviders': 'a list or a text, which Quire only keeps',
  'RenderBody.props': 'is what a component was given, in its own words',
  'RenderBody.state': 'likewise',
  'RenderBody.action': 'likewise',
  'RenderedElementView.props': 'likewise',
  'RenderedElementView.state': 'likewise',
  'RenderedCompletionView.returnValue': 'likewise',
  'RootElementView.returnValue': 'likewise',
  'RootElementView.submit': 'an element, whose types clients know',
  'RootElementView.*[]': 'likewise',
  'VisitorBody.unsignedClaims': 'claims of a site, which its adaptive schema describes',
};

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  [keyword: string]: unknown;
}
const COMBINING = ['anyOf', 'oneOf', 'allOf'] as const;

const document = readApiDocument();

/** The paths of schemas that allow any value. */
function bareIn(schema: Schema | undefined, path: string): string[] {
  if (schema === undefined) return [path];
  if (schema.$ref !== undefined) return [];
  const { properties = {}, additionalProperties, items } = schema;
  const types = [schema.type ?? []].flat();
  const choices = COMBINING.flatMap((keyword) => (schema[keyword] ?? []) as Schema[]);
  const saysNothing = types.length === 0 && choices.length === 0 && schema.enum === undefined;
  const isBare = types.includes('object') && schema.properties === undefined && additionalProperties === undefined;
  return [
    ...(saysNothing || isBare || additionalProperties === true ? [path] : []),
    ...Object.entries(properties).flatMap(([name, member]) => bareIn(member, `${path}.${name}`)),
    ...(types.includes('array') ? bareIn(items, `${path}[]`) : []),
    ...(typeof additionalProperties === 'object' ? bareIn(additionalProperties, `${path}{}`) : []),
    ...choices.flatMap((choice, at) => bareIn(choice, `${path}|${at}`)),
  ];
}

const bareInMedia = (content: Record<string, Media> | undefined, path: string): string[] =>
  Object.entries(content ?? {}).flatMap(([type, { schema }]) => bareIn(schema, `${path} ${type}`));

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/[.|[\]{}]/g, '\\$&').replaceAll('*', '\\w*')}(?:\\|0)?$`).test(path);

describe('what the document says of members', () => {
  const bare = [
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => bareIn(schema, name)),
    ...operationsOf(document).flatMap(({ operation: { operationId, parameters, requestBody, responses } }) => [
      ...(parameters ?? []).flatMap(({ name, schema }) => bareIn(schema, `${operationId}?${name}`)),
      ...bareInMedia(requestBody?.content, `${operationId} takes`),
      ...Object.entries(responses).flatMap(([status, { content }]) =>
        bareInMedia(content, `${operationId} answers ${status}`),
      ),
    ]),
  ];

  it('is what each of them is, everywhere but where there is a reason', () => {
    expect(bare.filter((path) => !Object.keys(FREE).some((pattern) => matches(pattern, path)))).toEqual([]);
  });

  it.each(Object.keys(FREE))('leaves %s free, which is there', (pattern) => {
    expect(bare.some((path) => matches(pattern, path))).toBe(true);
  });

  it('has the type of documents for every block tree', () => {
    const trees = Object.entries(document.components.schemas).flatMap(([name, { properties }]) =>
      Object.entries((properties ?? {}) as Record<string, Schema>)
        .filter(([, { description }]) => /block tree/i.test(String(description)))
        .map(([member, schema]) => [`${name}.${member}`, JSON.stringify(schema)] as const),
    );
    expect(trees.length).toBeGreaterThan(10);
    expect(trees.filter(([, schema]) => !/schemas\/Document(Input)?"/.test(schema)).map(([path]) => path)).toEqual([]);
  });
});
