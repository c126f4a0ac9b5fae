import { h, type Child } from '#page-html';
import type { OperationParts, Parameter } from '../parts/operation-parts.js';
import { exampleOf, schemaOf, textOf } from '../samples/request.js';
import type { Scheme } from '../parts/security.js';
import type { Server } from '../parts/servers.js';
import { saidOf, typesOf, viewOf } from '../schema/view.js';
import type { Sheet } from '../sheet.js';
import { listOf } from '#openapi';
import { lineOf } from '../text.js';
import { drawBodyFields, hasFiles } from './body-fields.js';
import { FIELDS } from './fields.js';
import { labelled } from './labelled.js';
import { chosenVariables, isBasic, triedSchemes, triedServers } from './tried.js';

/** Values of an enumeration that can be chosen; where there are more, the value is entered. */
const MOST_OPTIONS = 60;
const LONGEST = 2_000;

/**
 * The form that sends a request of an operation. It works without script, and then opens the answer beside the page.
 * Nothing where requests are not tried.
 */
export function drawTrying(sheet: Sheet, parts: OperationParts): Child {
  const { trying } = sheet.context;
  const servers = triedServers(parts.servers);
  if (trying === undefined || !parts.isTried || servers.length === 0) return null;
  const { words } = sheet;
  const id = sheet.id('try');
  const hidden = {
    [FIELDS.page]: trying.page,
    [FIELDS.spec]: trying.spec,
    [FIELDS.path]: parts.path,
    [FIELDS.method]: parts.method,
  };
  const form = h(
    'form',
    {
      class: 'api-form',
      method: 'post',
      action: trying.action,
      target: '_blank',
      autocomplete: 'off',
      enctype: hasFiles(sheet, parts) ? 'multipart/form-data' : undefined,
    },
    ...Object.entries(hidden).map(([name, value]) => h('input', { type: 'hidden', name, value })),
    drawServers(sheet, servers, id),
    ...triedSchemes(parts.ways).flatMap((scheme, index) => drawScheme(sheet, scheme, index, id)),
    ...parts.parameters.map((one, index) => drawParameter(sheet, one, index, id)),
    drawBodyFields(sheet, parts, id),
    h('p', { class: 'api-sent' }, words.trying.sent),
    h('button', { type: 'submit', class: 'api-send', 'data-busy': words.trying.sending }, words.trying.send),
    h('p', {
      class: 'api-state',
      role: 'status',
      'data-headers': words.headers,
      'data-failed': words.trying.failed,
      'data-cut': words.trying.cut,
    }),
  );
  return h('details', { class: 'api-try api-panel' }, h('summary', null, words.trying.title), form);
}

function drawServers(sheet: Sheet, servers: readonly { index: number; server: Server }[], id: string): Child {
  const [only, ...others] = servers;
  const { words } = sheet;
  const options = servers.map(({ index, server }) => h('option', { value: index }, server.url));
  const choice =
    others.length === 0
      ? h('input', { type: 'hidden', name: FIELDS.server, value: only?.index })
      : labelled(
          { id: `${id}-server`, label: words.server },
          h('select', { id: `${id}-server`, name: FIELDS.server }, ...options),
          words,
        );
  const variables = servers.flatMap(({ index, server }) =>
    chosenVariables(server).map((name, at): Child => {
      const { values = [], value = '' } = server.variables.find((one) => one.name === name) ?? {};
      const own = `${id}-server-${index}-${at}`;
      const label = [others.length > 0 && `${words.server} ${index + 1}: `, h('code', null, name)];
      const field = { id: own, name: FIELDS.variable(index, name), value };
      return labelled(
        { id: own, label },
        values.length > 0 ? drawSelect(field, values, false) : drawInput(field),
        words,
      );
    }),
  );
  return [choice, ...variables];
}

function drawScheme(sheet: Sheet, scheme: Scheme, index: number, id: string): Child[] {
  const { words } = sheet;
  const own = `${id}-auth-${index}`;
  const name = h('code', null, scheme.key);
  const secret = { type: 'password', autocomplete: 'off' };
  if (!isBasic(scheme))
    return [labelled({ id: own, label: name }, drawInput({ id: own, name: FIELDS.token(index), ...secret }), words)];
  const [user, password] = [`${own}-user`, `${own}-password`];
  return [
    labelled(
      { id: user, label: [name, ' ', words.trying.user] },
      drawInput({ id: user, name: FIELDS.user(index) }),
      words,
    ),
    labelled(
      { id: password, label: [name, ' ', words.trying.password] },
      drawInput({ id: password, name: FIELDS.password(index), ...secret }),
      words,
    ),
  ];
}

function drawParameter(sheet: Sheet, { name, isRequired, parameter }: Parameter, index: number, id: string): Child {
  const own = `${id}-${index}`;
  const view = viewOf(sheet, schemaOf(parameter));
  const isBoolean = typesOf(view).includes('boolean');
  const values = isBoolean
    ? ['true', 'false']
    : listOf(saidOf(view.members, 'enum')).flatMap((one) => (typeof one === 'object' ? [] : [lineOf(String(one))]));
  const example = exampleOf(sheet, parameter);
  const text = example === undefined ? '' : lineOf(textOf(example), LONGEST);
  const field = { id: own, name: FIELDS.parameter(index), required: isRequired };
  const input =
    values.length > 0 && values.length <= MOST_OPTIONS
      ? drawSelect({ ...field, value: isRequired ? text : '' }, values, !isRequired)
      : drawInput({ ...field, ...(isRequired ? { value: text } : { placeholder: text || undefined }) });
  return labelled({ id: own, label: h('code', null, name), isRequired }, input, sheet.words);
}

function drawInput(attributes: object): Child {
  return h('input', { type: 'text', maxlength: LONGEST, spellcheck: 'false', ...attributes });
}

function drawSelect(
  { value, ...attributes }: { value: string; id: string; name: string; required?: boolean },
  values: readonly string[],
  hasNone: boolean,
): Child {
  const options = values.map((one) => h('option', { selected: one === value }, one));
  return h('select', attributes, hasNone && h('option', { value: '' }), ...options);
}
