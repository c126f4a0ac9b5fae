import type { Annotation } from '#rich-document';
import { group, h, type Child, type Element } from '../element.js';
import type { Note, Sheet } from '../sheet.js';

/** The words of an annotation. They open its body, which is elsewhere on the page, without a script. */
export function drawMark(sheet: Sheet, annotation: Annotation, words: readonly Child[]): Element {
  const label = annotation.nodes.some(({ leaves }) => leaves.some(({ text }) => text.trim() !== ''));
  return h(
    'button',
    {
      type: 'button',
      class: 'note-mark',
      popovertarget: sheet.note(annotation),
      'aria-label': label ? undefined : sheet.words.note,
    },
    ...words,
  );
}

/** The bodies of the annotations drawn so far, and of those in them. */
export function drawNotes(sheet: Sheet): Element {
  const bodies: Element[] = [];
  for (let notes = sheet.takeNotes(); notes.length > 0 && !sheet.stop(); notes = sheet.takeNotes())
    bodies.push(...notes.map((note) => drawBody(sheet, note)));
  return group(...bodies);
}

const drawBody = (sheet: Sheet, { id, annotation }: Note): Element =>
  h('div', { id, class: 'note', popover: 'auto' }, sheet.blocks(annotation.fragments[0].nodes));
