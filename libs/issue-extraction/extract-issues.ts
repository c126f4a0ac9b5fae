import type { ConversationText, FoundIssue } from './conversation.js';
import { groupSentences, type Asked } from './sentences/groups.js';
import { cueOf } from './sentences/cues.js';
import { isEmptyPhrase, isPleased, isVague, withoutGreeting } from './sentences/phrases.js';
import { sentencesOf, type Sentence } from './sentences/sentences.js';
import { central } from './sentences/central.js';
import { cutText } from './text/cut-text.js';
import { wordsOf } from './sentences/words.js';
import { languageOf } from './language.js';
import { ownText } from './text/own-text.js';

/** Issues of one conversation. */
export const MOST_ISSUES = 5;
/** Characters of a title and of a summary. */
export const MOST_TITLE = 120;
export const MOST_SUMMARY = 500;
/** Units of plain text that are read of a conversation; what users write after them is not looked at. */
const MOST_READ = 50_000;
/** Central sentences of a summary. */
const IN_SUMMARY = 2;

/**
 * What users wanted in a conversation, by the text itself: sentences that ask or say that something is wrong, those about
 * different things apart. Only messages of users are read, and of them only what they wrote themselves. Where nothing
 * asks, what a user opens the conversation with; none where that says nothing. The time is linear in the length of the bodies, and what is not HTML is read to a bounded length.
 */
export function extractIssues({ subject = '', parts }: ConversationText): FoundIssue[] {
  const texts = userTexts(subject, parts);
  const all = texts.join('\n\n');
  const sentences = sentencesOf(texts)
    .map((sentence) => ({ ...sentence, text: withoutGreeting(sentence.text) }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !isEmptyPhrase(text));
  const asked: Asked[] = sentences.map((sentence) => ({
    ...sentence,
    cue: cueOf(sentence.text),
    words: wordsOf(sentence.text),
  }));
  const groups = groupSentences(asked).slice(0, MOST_ISSUES);
  if (groups.length === 0) return fromOpening(subject, sentences, all);
  return groups.map((group) => {
    const title = titleOf(group, groups.length === 1 ? subject : '');
    const summary = summaryOf(group);
    return withLanguage({ title, summary: summary === '' ? title : summary }, `${title}\n${summary}`, all);
  });
}

function userTexts(subject: string, parts: ConversationText['parts']): string[] {
  const texts: string[] = [];
  let left = MOST_READ;
  for (const { role, body } of parts) {
    if (role !== 'user') continue;
    if (left <= 0) break;
    const text = ownText(body, left, subject);
    left -= text.length;
    if (text !== '') texts.push(text);
  }
  return texts;
}

/** A statement of fewer words, and one of words only that any sentence has, does not say why a user writes. */
const STATEMENT =
  /(?:[\p{L}\p{N}'’-]+[^\p{L}\p{N}]+){3}[\p{L}\p{N}]|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]{6}/u;

/**
 * Where nothing asks: the subject if it does, for who puts the question there may write next to nothing below; else what
 * a user opens the conversation with, for it is why they write: "The top-up is still pending."
 */
function fromOpening(subject: string, sentences: readonly Sentence[], all: string): FoundIssue[] {
  const own = cleanSubject(subject);
  const asks = sentences.length > 0 && cueOf(own) !== undefined && wordsOf(own).size >= 2;
  const opening = sentences.find(
    ({ message, text }) => message === 0 && STATEMENT.test(text) && wordsOf(text).size > 0 && !isPleased(text),
  );
  const title = asks ? own : opening?.text;
  if (title === undefined) return [];
  const read = asks ? sentences : sentences.filter(({ message }) => message === 0);
  const summary = summaryOf(read.map((sentence) => ({ ...sentence, cue: undefined, words: wordsOf(sentence.text) })));
  return [withLanguage({ title: cutText(title, MOST_TITLE), summary: summary === '' ? title : summary }, title, all)];
}

const cleanSubject = (subject: string): string =>
  subject
    .replace(/^(?:\s*(?:re|aw|fwd?|wg|tr|rv|sv|vs|antw|odp|答复|回复|转发)\s?(?:\[\d{1,3}\])?\s?[:：]\s*){1,8}/i, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The first sentence that asks, and says what for; the subject where all that is asked is for help. */
function titleOf(group: readonly Asked[], subject: string): string {
  const best = group.toSorted((one, other) => weightOf(other) - weightOf(one))[0];
  const own = cleanSubject(subject);
  const text =
    best === undefined || (weightOf(best) < 1 && wordsOf(own).size >= 2) ? own || (best?.text ?? '') : best.text;
  return cutText(text, MOST_TITLE);
}

const CUE_WEIGHTS = { question: 3, problem: 2, request: 1 };

const weightOf = ({ cue, words, text }: Asked): number =>
  (cue === undefined ? 0 : CUE_WEIGHTS[cue]) -
  (words.size < 2 || isVague(text) ? 2.5 : 0) -
  (text.length > 2 * MOST_TITLE ? 0.5 : 0);

const summaryOf = (group: readonly Asked[]): string => {
  const chosen = central(group, IN_SUMMARY).map(({ text }) => text);
  return cutText(chosen.join(/[\u3000-\u9fff\uff00-\uffef]$/.test(chosen[0] ?? '') ? '' : ' '), MOST_SUMMARY);
};

/** The language of the issue itself; of all that users wrote where it is too short. */
function withLanguage(issue: FoundIssue, own: string, all: string): FoundIssue {
  const language = languageOf(own) ?? languageOf(all);
  return language === undefined ? issue : { ...issue, language };
}
