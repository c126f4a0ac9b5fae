import type { Page } from './content.js';
import { told, type Entry, type History, type IntentOf } from '../history.js';
import { lastOf, writesOf, type Write } from './last.js';
import type { ChangeRequestRow, CommentRow, Snapshot } from '../snapshot.js';

/**
 * Checks everything but revisions: change requests and their numbers, comments, replies and reactions, their counts,
 * and the search index of the pages.
 */
export function checkRecords(history: History, snapshot: Snapshot): string[] {
  return [
    ...faultsOfNumbers(history, snapshot),
    ...snapshot.changeRequests.flatMap((changeRequest) => faultsOfChangeRequest(history, changeRequest)),
    ...faultsOfComments(history, snapshot),
    ...faultsOfCounts(snapshot),
    ...faultsOfSearch(snapshot),
    ...(snapshot.deleted ? ['The space is deleted, although it was restored at the end'] : []),
  ];
}

function faultsOfNumbers(history: History, { changeRequests }: Snapshot): string[] {
  const faults: string[] = [];
  const numbers = changeRequests.map(({ number }) => number).sort((a, b) => a - b);
  if (numbers.some((number, at) => number !== at + 1)) {
    faults.push(`The change requests are numbered ${numbers.join(', ')}`);
  }
  const created = history.effective('create');
  for (const { number, id } of changeRequests) {
    const isUnknown = (entry: Entry<IntentOf<'create'>>): boolean =>
      entry.outcome === 'unknown' && !created.some(({ told: { id: other } }) => other === id);
    const maker = created.find((entry) => entry.told.id === id) ?? created.find(isUnknown);
    if (!maker) faults.push(`#${number} was asked for by nobody`);
    else if (maker.outcome === 'done' && maker.told.number !== number)
      faults.push(`#${number} is another number than was answered: ${told(maker)}`);
  }
  const answered = created.filter(({ outcome }) => outcome === 'done').sort((a, b) => a.start - b.start);
  for (const entry of answered) {
    if (!changeRequests.some(({ id }) => id === entry.told.id)) faults.push(`A change request is lost: ${told(entry)}`);
    const before = answered.find(
      ({ end, told: { number = 0 } }) => end < entry.start && number > (entry.told.number ?? 0),
    );
    if (before) faults.push(`#${entry.told.number} was created after #${before.told.number}`);
  }
  return faults;
}

function faultsOfChangeRequest(history: History, changeRequest: ChangeRequestRow): string[] {
  const { id, number, status, subject, revisionMerged, outcome } = changeRequest;
  const faults: string[] = [];
  const sets = history.effective('set').filter(({ intent }) => intent.where === id);
  const asked = history.effective('ask').filter(({ intent }) => intent.where === id);
  const created = history.effective('create').filter(({ told: answer }) => answer.id === id);
  const first = <V>(value: V): Write<V> => ({ value, start: -Infinity, end: created[0]?.end ?? -Infinity, sure: true });
  const subjects = lastOf([
    ...(created.length > 0 ? writesOf(created, (intent) => intent.subject) : [first(subject)]),
    ...writesOf(sets, (intent) => intent.subject),
  ]);
  if (!subjects.has(subject)) faults.push(`#${number} has the subject "${subject}", not ${[...subjects].join(' or ')}`);
  if ((status === 'merged') !== (revisionMerged !== null) || (status === 'merged') !== (outcome !== null)) {
    faults.push(`#${number} is ${status}, with the merge ${revisionMerged} (${outcome})`);
  }
  if (status === 'merged') return faults;
  const statuses = lastOf([
    first<string>('draft'),
    ...writesOf<(typeof sets)[number], string>(sets, (intent) => intent.status),
    ...writesOf(asked, () => 'open'),
  ]);
  if (!statuses.has(status)) faults.push(`#${number} is ${status}, not ${[...statuses].join(' or ')}`);
  return faults;
}

function faultsOfComments(history: History, { comments }: Snapshot): string[] {
  const faults: string[] = [];
  const known = new Map(comments.map((comment) => [comment.id, comment]));
  const posted = history.effective('post', 'reply');
  const removed = history.effective('remove');
  const removalsOf = ({ intent, told: { id } }: (typeof posted)[number]) =>
    removed.filter(
      ({ intent: { thread, reply = thread } }) => reply === id || (intent.kind === 'reply' && reply === intent.thread),
    );
  for (const entry of posted) {
    if (entry.outcome !== 'done') continue;
    const { id = '' } = entry.told;
    const removals = removalsOf(entry);
    const comment = known.get(id);
    if (!comment && removals.length === 0) faults.push(`A comment is lost: ${told(entry)}`);
    if (comment && removals.some(({ outcome }) => outcome === 'done'))
      faults.push(`A deleted comment is back: ${told(entry)}`);
    if (comment) faults.push(...faultsOfComment(history, comment, entry));
  }
  const answered = new Set(posted.map(({ told: { id } }) => id));
  const unanswered = posted.filter(({ outcome }) => outcome === 'unknown');
  // Those that came with a review are checked with it.
  for (const { id, text } of comments.filter(({ id, review }) => review === null && !answered.has(id))) {
    const maker = unanswered.findIndex(({ intent }) => intent.text === text);
    if (maker < 0) faults.push(`The comment ${id} ("${text}") was posted by nobody`);
    else unanswered.splice(maker, 1);
  }
  return faults;
}

function faultsOfComment(history: History, comment: CommentRow, posted: Entry<IntentOf<'post' | 'reply'>>): string[] {
  const { id, text, status, changeRequest, thread, reactions } = comment;
  const faults: string[] = [];
  const { intent } = posted;
  if (changeRequest !== intent.where || thread !== (intent.kind === 'reply' ? intent.thread : null)) {
    faults.push(`The comment ${id} stands in ${changeRequest} and ${thread}: ${told(posted)}`);
  }
  const rewritten = history.effective('rewrite').filter(({ intent: { thread: of, reply = of } }) => reply === id);
  const texts = lastOf([...writesOf([posted], (sent) => sent.text), ...writesOf(rewritten, (sent) => sent.text)]);
  if (!texts.has(text)) faults.push(`The comment ${id} says "${text}", not ${[...texts].join(' or ')}`);
  if (intent.kind === 'reply') return faults;
  const opened = { value: true, start: posted.start, end: posted.end, sure: true };
  const resolved = history.effective('resolve').filter(({ intent: { thread: of } }) => of === id);
  const open = lastOf([opened, ...writesOf(resolved, (sent) => !sent.resolved)]);
  if (!open.has(status === 'open')) faults.push(`The comment ${id} is ${status}`);
  const reacted = history.effective('react').filter(({ intent: { thread: of } }) => of === id);
  for (const emoji of new Set([...reactions, ...reacted.map(({ intent: sent }) => sent.emoji)])) {
    const ofEmoji = reacted.filter(({ intent: sent }) => sent.emoji === emoji);
    const there = lastOf([{ ...opened, value: false }, ...writesOf(ofEmoji, (sent) => sent.added)]);
    if (!there.has(reactions.includes(emoji))) {
      faults.push(`The comment ${id} has ${reactions.includes(emoji) ? 'a' : 'no'} reaction ${emoji}`);
    }
  }
  return faults;
}

function faultsOfCounts({ comments, changeRequests, counts }: Snapshot): string[] {
  const faults: string[] = [];
  const expect = (name: string, is: number, right: number): void => {
    if (is !== right) faults.push(`${name} are counted as ${is}, and there are ${right}`);
  };
  const openIn = (place: string | null): number =>
    comments.filter(({ changeRequest, status }) => changeRequest === place && status === 'open').length;
  const ofStatus = (wanted: string): number => changeRequests.filter(({ status }) => status === wanted).length;
  expect('The open comments of the space', counts.comments, openIn(null));
  expect('The change requests', counts.changeRequests, changeRequests.length);
  expect('The change requests in review', counts.open, ofStatus('open'));
  expect('The drafts', counts.draft, ofStatus('draft'));
  for (const { number, id, comments: counted } of changeRequests)
    expect(`The open comments of #${number}`, counted, openIn(id));
  return faults;
}

function faultsOfSearch({ contents, head, found }: Snapshot): string[] {
  const content = contents.of(head) ?? new Map();
  const gone = [...found.keys()].filter((id) => !content.has(id)).map((id) => `Search finds page ${id}, which is gone`);
  // A settled text is one paragraph, which the index stores as a line.
  const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');
  const plain = (page: Page): string => inOneLine(contents.text(page).replace(/\[(.*?)\]\(.*?\)/g, '$1'));
  const missing = [...content.values()].filter(
    (page) => !found.has(page.id) || !inOneLine(found.get(page.id) ?? '').includes(plain(page)),
  );
  return [...gone, ...missing.map(({ id }) => `Search knows of page ${id} only "${found.get(id) ?? ''}"`)];
}
