import { createRequire } from 'node:module';

/** The part of the parser's nodes that is used here. Its own types would add those of browsers to the whole program. */
export interface XmlNode {
  readonly nodeType: number;
  readonly parentNode: XmlNode | null;
  readonly childNodes: ArrayLike<XmlNode>;
  readonly nodeValue: string | null;
}

export interface XmlElement extends XmlNode {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly attributes: ArrayLike<{ localName: string; name: string; value: string }>;
  getAttribute(name: string): string;
  hasAttribute(name: string): boolean;
}

interface XmlDocument extends XmlNode {
  readonly documentElement: XmlElement | null;
}

interface Parser {
  parseFromString(text: string, type: string): XmlDocument;
}

const ELEMENT = 1;
const TEXT = 3;

const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as {
  DOMParser: new (options: { errorHandler: (level: string, message: string) => void }) => Parser;
};

/** Parses XML. Throws also for what the parser would only warn about. */
export function parseXml(text: string): XmlElement {
  const fail = (_level: string, message: string): void => {
    throw new Error(message);
  };
  const document = new DOMParser({ errorHandler: fail }).parseFromString(text, 'text/xml');
  if (!document.documentElement) throw new Error('There is no element');
  return document.documentElement;
}

export function isElement(node: XmlNode): node is XmlElement {
  return node.nodeType === ELEMENT;
}

/** The child elements, or those of a name. */
export function childrenOf(element: XmlNode, namespace?: string, name?: string): XmlElement[] {
  return Array.from(element.childNodes)
    .filter(isElement)
    .filter((child) => name === undefined || (child.localName === name && child.namespaceURI === namespace));
}

/** The text of an element that contains nothing else. Throws for any other content. */
export function textOf(element: XmlElement): string {
  const nodes = Array.from(element.childNodes);
  if (nodes.some(({ nodeType }) => nodeType !== TEXT)) throw new Error(`${element.localName} holds more than text`);
  return nodes
    .map(({ nodeValue }) => nodeValue ?? '')
    .join('')
    .trim();
}

export function attributeOf(element: XmlElement, name: string): string | undefined {
  return element.hasAttribute(name) ? element.getAttribute(name) : undefined;
}
