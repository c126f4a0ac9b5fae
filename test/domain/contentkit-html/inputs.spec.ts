import { describe, expect, it } from '@jest/globals';
import type { BlockControls } from '#contentkit-html';
import { chosenAction, drawRendered, enteredState } from '#contentkit-html';
import { acted, answer, CONTEXT } from './support/kit.js';

const labelled = (element: object): object => ({ type: 'input', label: 'Label', hint: 'Help', element });
const OPTIONS = [
  { id: 'a', label: 'Alpha' },
  { id: 'b', label: 'Beta' },
];
const sent = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);

describe('inputs of blocks', () => {
  it('are named by their places, with their labels, hints and values of the state', () => {
    const { html, controls } = acted(
      [
        labelled({ type: 'textinput', state: 'name', initialValue: 'x' }),
        { type: 'textinput', state: 'free', multiline: true },
      ],
      { name: 'Ada <b>' },
    );
    expect(html).toMatch(/<label for="_block-1-1">Label<\/label><input id="_block-1-1" aria-describedby="_block-1-2"/);
    expect(html).toMatch(/name="input\.0"[^>]*value="Ada &lt;b>"/);
    expect(html).toMatch(/<textarea [^>]*aria-label="free"[^>]*name="input\.1"/);
    expect(html).toContain('<p class="kit-hint" id="_block-1-2">Help</p>');
    expect(controls.inputs).toEqual([
      { state: 'name', kind: 'text' },
      { state: 'free', kind: 'text' },
    ]);
  });

  it('show what is chosen', () => {
    const state = { one: 'b', many: ['a'], on: true, size: 2, tags: ['x'] };
    const { html } = acted(
      [
        { type: 'select', state: 'one', options: OPTIONS },
        { type: 'select', state: 'many', multiple: true, options: OPTIONS },
        { type: 'switch', state: 'on' },
        { type: 'radio', state: 'size', value: 1 },
        { type: 'radio', state: 'size', value: 2 },
        { type: 'checkbox', state: 'tags', value: 'x' },
      ],
      state,
    );
    expect(html).toContain('<option value="0">Alpha</option><option value="1" selected>Beta</option>');
    expect(html).toMatch(/<input type="checkbox" name="input\.1\.0" checked/);
    expect(html).toMatch(/role="switch" name="input\.2" checked/);
    expect(html).toMatch(
      /type="radio" name="input\.3" value="0"\/><input [^>]*type="radio" name="input\.3" value="1" checked/,
    );
    expect(html).toMatch(/type="checkbox" name="input\.4" checked/);
  });

  it('become values of the state: those that were shown and could be chosen', () => {
    const { controls } = acted([
      { type: 'textinput', state: 'name' },
      { type: 'select', state: 'one', options: OPTIONS },
      { type: 'select', state: 'many', multiple: true, options: OPTIONS },
      { type: 'switch', state: 'on' },
      { type: 'radio', state: 'size', value: 1 },
      { type: 'radio', state: 'size', value: 2 },
      { type: 'checkbox', state: 'tags', value: 'x' },
      { type: 'select', state: 'any', acceptInput: true, options: OPTIONS },
      { type: 'textinput', state: 'locked', disabled: true },
    ]);
    const fields = {
      'input.0': 'A\r\nB',
      'input.1': '1',
      'input.2.1': 'on',
      'input.3': 'on',
      'input.4': '1',
      'input.5': 'on',
      'input.6': 'own',
    };
    expect(enteredState({ kept: 1, tags: ['y'] }, controls, sent(fields))).toEqual({
      ...{ kept: 1, name: 'A\nB', one: 'b', many: ['b'], on: true, size: 2, tags: ['y', 'x'], any: 'own' },
    });
    const odd = {
      'input.0': 'x'.repeat(30_000),
      'input.1': '2',
      'input.2.9': 'on',
      'input.4': 'x',
      'input.7': 'no',
      locked: 'no',
    };
    const state = enteredState({ one: 'a', tags: ['x', 'y'] }, controls, sent(odd));
    expect(state).toEqual({ one: 'a', name: 'x'.repeat(20_000), many: [], on: false, tags: ['y'] });
  });

  it('leave the state as it is where nothing was entered, and empty what was emptied', () => {
    const { controls } = acted({ type: 'textinput', state: 'name' });
    expect(enteredState({}, controls, sent({ 'input.0': '' }))).toEqual({});
    expect(enteredState({ name: 'Ada' }, controls, sent({ 'input.0': '' }))).toEqual({ name: '' });
  });

  it('change nothing of the objects that a name could lead to', () => {
    const controls: BlockControls = {
      actions: [],
      inputs: [
        { state: '__proto__', kind: 'text' },
        { state: 'constructor', kind: 'check', values: ['a'] },
      ],
    };
    const state = enteredState({}, controls, sent({ 'input.0': 'polluted', 'input.1': 'on' }));
    expect(Object.getPrototypeOf(state)).toBe(Object.prototype);
    expect(Object.entries(state)).toEqual([
      ['__proto__', 'polluted'],
      ['constructor', ['a']],
    ]);
  });

  it('have a button where something depends on them, which a script presses', () => {
    const { html, controls } = acted({
      type: 'select',
      state: 'one',
      options: OPTIONS,
      onValueChange: { action: 'choose' },
    });
    expect(html).toContain(
      '<button type="submit" name="press" value="0" class="button small" data-apply="input.0">Apply</button>',
    );
    expect(chosenAction(controls, sent({ press: '0' }))).toEqual({ action: 'choose' });
  });

  it('show of options that are elsewhere what is chosen', () => {
    const options = { url: 'https://example.com/options' };
    expect(acted({ type: 'select', state: 'one', options }, { one: 'z' }).html).toContain(
      '<option value="0" selected>z</option>',
    );
  });
});

describe('buttons of blocks', () => {
  const button = (label: string, more: object = {}): object => ({
    type: 'button',
    label,
    onPress: { action: label },
    ...more,
  });

  it('send the place of their action, and the key that ends a line presses none of several', () => {
    const { html, controls } = acted([
      button('a', { style: 'primary' }),
      button('b', { disabled: true, style: 'danger', tooltip: 'No' }),
    ]);
    expect(html).toContain('<button type="submit" hidden disabled></button>');
    expect(html).toContain('<button type="submit" name="press" value="0" class="button primary">a</button>');
    expect(html).toContain('value="1" disabled class="button kit-danger" title="No"');
    expect(controls.actions).toEqual([{ action: 'a' }, { action: 'b' }]);
    for (const press of ['2', '-1', '00000', 'a', '']) expect(chosenAction(controls, sent({ press }))).toBeUndefined();
  });

  it('ask before they do something, where the script wants it so', () => {
    const confirm = { title: 'Sure?', text: 'It is gone then.', confirm: 'Delete', style: 'danger' };
    const { html } = acted(button('x', { icon: 'delete', confirm }));
    expect(html).toMatch(/<details class="kit-confirm"><summary class="button secondary">.*x<\/summary>/);
    expect(html).toMatch(
      /<p class="kit-title">Sure\?<\/p><p>It is gone then\.<\/p><button [^>]*class="button small kit-danger">Delete/,
    );
  });

  it('are within a modal with its title and what closes it', () => {
    const modal = answer({
      type: 'modal',
      title: 'Choose',
      subtitle: [{ type: 'text', children: ['One'] }],
      children: 'A',
      submit: button('Done'),
    });
    const html = drawRendered(modal, { ...CONTEXT, form: { action: '/~/block', fields: () => ({}) } });
    expect(html).toContain('<form class="kit-form" method="post" action="/~/block#_block-1"');
    expect(html).toContain(
      '<button type="submit" name="close" value="1" class="button small secondary">Close</button>',
    );
    expect(html).toContain('<p class="kit-hint">One</p>');
    expect(html).toContain('>Done</button>');
  });
});
