import { h, type Child, type Element } from '#page-html';
import type { SectionEntry } from '../model.js';
import type { Desk } from './desk.js';
import { link, menu } from './links.js';
import { icon } from './signs.js';

/** Sections as tabs; a group of them as a menu. */
export function drawSections(desk: Desk, sections: readonly SectionEntry[]): Child {
  if (sections.length === 0) return null;
  return h(
    'nav',
    { class: 'sections', 'aria-label': desk.words.landmarks.sections },
    h('ul', null, ...sections.map((section, index) => h('li', null, drawSection(desk, section, index)))),
  );
}

function drawSection(desk: Desk, section: SectionEntry, index: number): Child {
  const content = [icon(desk, section.icon), section.title];
  if (section.children.length === 0) return link(desk, currentTab(section), tabAttributes(section), ...content);
  return menu(`_section-${index + 1}`, tabAttributes(section), content, h('ul', null, ...entries(desk, section)));
}

/** A section is current while any of its pages is read. */
const tabAttributes = ({ current }: SectionEntry): { 'aria-current'?: string } =>
  current === true ? { 'aria-current': 'true' } : {};

const currentTab = ({ href, blank }: SectionEntry): Pick<SectionEntry, 'href' | 'blank'> => ({ href, blank });

/** The sections in a group, after the group itself where it leads somewhere. Groups within it are headings. */
function entries(desk: Desk, section: SectionEntry): Element[] {
  const own = section.href === undefined ? [] : [{ ...section, children: [] }];
  return [...own, ...section.children].map((child) =>
    child.children.length > 0
      ? h('li', null, h('p', { class: 'menu-title' }, child.title), h('ul', null, ...entries(desk, child)))
      : h('li', null, drawEntry(desk, child)),
  );
}

const drawEntry = (desk: Desk, section: SectionEntry): Element =>
  link(
    desk,
    currentTab(section),
    tabAttributes(section),
    icon(desk, section.icon),
    h(
      'span',
      null,
      section.title,
      section.description !== undefined && section.description !== '' && h('small', null, section.description),
    ),
  );
