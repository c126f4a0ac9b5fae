import { describe, expect, it } from '@jest/globals';
import { DOMParser } from '@xmldom/xmldom';
import { drawDiagram } from '../../../../src/publishing/media/infrastructure/diagrams/draw-diagram.js';

const DIAGRAMS: [string, string, string][] = [
  ['flow', 'graph TD\n  A[Start] --> B(End)', 'Start'],
  ['sequence', 'sequenceDiagram\n  Ada->>Ben: Hello\n  Note over Ada,Ben: Both', 'Hello'],
  ['class', 'classDiagram\n  Animal <|-- Duck\n  class Duck{\n    +swim()\n  }', 'swim'],
  ['state', 'stateDiagram-v2\n  [*] --> Still\n  Still --> [*]', 'Still'],
  ['entity', 'erDiagram\n  CUSTOMER ||--o{ ORDER : places', 'CUSTOMER'],
];

describe('a drawn diagram', () => {
  it.each(DIAGRAMS)('is one picture of a %s', (_kind, source, text) => {
    const drawn = drawDiagram(source, 'light');
    expect(drawn?.svg).toContain(text);
    expect(drawn?.width).toBeGreaterThan(50);
    expect(drawn?.height).toBeGreaterThan(20);
  });

  it('differs between the themes in its colors', () => {
    const [light, dark] = (['light', 'dark'] as const).map((theme) => drawDiagram('graph TD\n  A --> B', theme));
    expect(light?.svg).toContain('--bg:#ffffff');
    expect(dark?.svg).toContain('--bg:#0f1115');
    expect([dark?.width, dark?.height]).toEqual([light?.width, light?.height]);
  });

  it('names no other host, also where its text does', () => {
    const drawn = drawDiagram('graph TD\n  A --> B\n  click A "https://example.com/"', 'light');
    expect(drawn?.svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import/);
  });

  it.each([
    ['markup in a label', 'graph TD\n  A["<img src=x onerror=alert(1)>"] --> B["</text><script>alert(1)</script>"]'],
    ['the end of an attribute', 'graph TD\n  A["x\\" onload=\\"alert(1)"] --> B[a " b & c]'],
    ['a style', 'graph TD\n  A --> B\n  style A fill:red"/><script>alert(1)</script>'],
    ['a participant', 'sequenceDiagram\n  participant A as <script>alert(1)</script>\n  A->>A: "]]>'],
    ['a class', 'classDiagram\n  class A["<svg onload=alert(1)>"]\n  A : <b>x</b>'],
  ])('is well-formed and without scripts, with %s', (_what, source) => {
    const svg = drawDiagram(source, 'light')?.svg ?? '<svg/>';
    const faults: string[] = [];
    const errorHandler = (_level: string, message: unknown): void => void faults.push(String(message));
    const document = new DOMParser({ errorHandler }).parseFromString(svg, 'image/svg+xml');
    expect(faults).toEqual([]);
    const elements = Array.from(document.getElementsByTagName('*'));
    expect(elements.map(({ tagName }) => tagName)).not.toContain('script');
    const names = elements.flatMap(({ attributes }) => Array.from(attributes, ({ name }) => name));
    expect(names.filter((name) => name.startsWith('on'))).toEqual([]);
  });

  it('begins after the settings of other programs', () => {
    expect(drawDiagram('---\ntitle: Mine\n---\ngraph TD\n  A --> B', 'light')?.svg).toMatch(/^<svg /);
  });

  it.each(['', 'Hello', 'pie\n  "a": 1', 'graph'])('is not drawn of what is none, or of another kind: %j', (source) => {
    expect(drawDiagram(source, 'light')).toBeUndefined();
  });
});
