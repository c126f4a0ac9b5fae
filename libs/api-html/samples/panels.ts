import { isObject, listOf, type JsonObject } from '#openapi';
import { h, type Child } from '#page-html';
import { drawDescription } from '../descriptions.js';
import { MAX_EXAMPLE } from '../context.js';
import { drawTabs, type Tab } from '../parts/tabs.js';
import { entriesOf, mediaOf, type OperationParts } from '../parts/operation-parts.js';
import { drawStatus } from '../parts/status.js';
import type { Direction } from '../schema/view.js';
import type { Sheet } from '../sheet.js';
import { beginningOf, lineOf } from '../text.js';
import { examplesOf, syntaxOf, textOfExample } from './examples.js';
import { samplesOf, slugOfLanguage, type Sample } from './languages.js';
import { requestOf } from './request.js';

/** Samples that a specification brings, and responses that have examples. */
const MOST_GIVEN = 12;
const MOST_RESPONSES = 8;

/** Samples of an operation's request, then examples of its responses. */
export function drawSamples(sheet: Sheet, parts: OperationParts): Child {
  return [drawPanel(sheet.words.request, drawRequest(sheet, parts)), drawResponses(sheet, parts.operation)];
}

function drawPanel(title: string, content: Child): Child {
  return (
    content !== null &&
    h(
      'div',
      { class: 'api-panel', role: 'group', 'aria-label': title },
      h('p', { class: 'api-panel-title' }, title),
      content,
    )
  );
}

/** What a webhook sends, then examples of its answers. */
export function drawWebhookSamples(sheet: Sheet, { body, operation }: OperationParts): Child {
  const sent = (body?.media ?? []).map(({ type, media }): Tab => ({
    label: type,
    content: drawExamples(sheet, type, media, 'request'),
  }));
  const shown = sent.filter(({ content }) => content !== null);
  return [
    shown.length > 0 && drawPanel(sheet.words.request, drawTabs(sheet, 'body', sheet.words.mediaType, shown)),
    drawResponses(sheet, operation),
  ];
}

function drawRequest(sheet: Sheet, parts: OperationParts): Child {
  const given = givenSamples(parts.operation);
  const own = new Set(given.map(({ id }) => id));
  const made = samplesOf(requestOf(sheet, parts)).filter(({ id }) => !own.has(id));
  const tab = ({ id, label, syntax, text }: Sample, isMade: boolean): Tab => ({
    label,
    slug: id,
    content: sheet.code(text, syntax, isMade),
  });
  const tabs = [...given.map((one) => tab(one, false)), ...made.map((one) => tab(one, true))];
  return drawTabs(sheet, 'sample', sheet.words.language, tabs);
}

/** The samples that the author of a specification wrote. */
function givenSamples(operation: JsonObject): Sample[] {
  const list = operation['x-codeSamples'] ?? operation['x-code-samples'];
  return listOf(list)
    .slice(0, MOST_GIVEN)
    .flatMap((sample): Sample[] => {
      if (!isObject(sample) || typeof sample['source'] !== 'string') return [];
      const language = lineOf(sample['lang'], 40);
      const label = lineOf(sample['label'], 60) || language;
      if (label === '') return [];
      const text = beginningOf(sample['source'].trimEnd(), MAX_EXAMPLE);
      return [{ id: slugOfLanguage(language || label), label, syntax: language.toLowerCase(), text }];
    });
}

function drawResponses(sheet: Sheet, operation: JsonObject): Child {
  const tabs = entriesOf(sheet, operation['responses'])
    .slice(0, MOST_RESPONSES)
    .flatMap(([status, response]): Tab[] => {
      const contents = mediaOf(sheet, response['content']).map(({ type, media }) =>
        drawExamples(sheet, type, media, 'response'),
      );
      const content = contents.find((one) => one !== null);
      return content === undefined ? [] : [{ label: drawStatus(status), slug: `status-${status}`, content }];
    });
  return tabs.length > 0 && drawPanel(sheet.words.response, drawTabs(sheet, 'answer', sheet.words.response, tabs));
}

/** The examples of a body; null where it has none. */
export function drawExamples(sheet: Sheet, type: string, media: JsonObject, direction: Direction): Child {
  const examples = examplesOf(sheet, type, media, direction);
  if (examples.length === 0) return null;
  const tabs = examples.map(({ name, description, value }, index): Tab => ({
    label: name || `${sheet.words.example}${examples.length > 1 ? ` ${index + 1}` : ''}`,
    content: [drawDescription(sheet, description), sheet.code(textOfExample(value, type), syntaxOf(type))],
  }));
  const [only, ...others] = tabs;
  return others.length === 0 && only ? only.content : drawTabs(sheet, 'example', sheet.words.examples, tabs);
}
