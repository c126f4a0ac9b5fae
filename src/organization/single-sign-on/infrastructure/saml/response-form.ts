import { SignInRefused } from '../../domain/sign-in-refused.js';
import { attributeOf, childrenOf, isElement, parseXml, type XmlElement, type XmlNode } from './xml.js';

export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const MAX_BYTES = 262_144;
const MAX_DEPTH = 40;
/** Bound on what is parsed: the parser's time grows with the square of the depth of nested namespaces. */
const MAX_TAGS = 4_000;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const DECLARATION = /^<\?xml\s[^?<>]*\?>/;
// Control characters and the two non-characters, which XML 1.0 does not allow.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

const SIGNATURE_METHODS = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
];
const DIGEST_METHODS = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];
const CANONICALIZATIONS = [
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
];
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
/** Attributes that a parser might take for the id of an element. */
const ID = /^(?:xml:)?id$/i;
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** A response of acceptable form. Its signatures are not checked yet. */
export interface WellFormed {
  /** The text that was examined, which is the one to verify. */
  xml: string;
  root: XmlElement;
  responseSigned: boolean;
  assertionSigned: boolean;
}

/**
 * Examines the form of a response before its content is trusted: one Response with one Assertion, no markup that
 * parsers may interpret differently, every signature a direct child of what it signs and with a known algorithm. This
 * prevents signature wrapping: there is no place for an assertion around, behind or beside the signed one. Throws
 * SignInRefused.
 */
export function requireForm(base64: string): WellFormed {
  const xml = decode(base64);
  let root: XmlElement;
  try {
    root = parseXml(xml);
  } catch (error) {
    throw malformed(`It is not well-formed XML: ${String((error as Error).message).split('\n')[0]}`);
  }
  const elements = walk(root);
  requireOneOfEachId(elements);
  if (!is(root, PROTOCOL, 'Response')) throw malformed('It is no SAML response');
  requireSuccess(root);
  if (elements.some(({ localName }) => /^Encrypted/.test(localName))) throw malformed('It is encrypted');
  const assertions = elements.filter(({ localName }) => localName === 'Assertion');
  const [assertion] = assertions;
  if (!assertion || assertions.length > 1) throw malformed(`It holds ${assertions.length} assertions`);
  if (!is(assertion, ASSERTION, 'Assertion') || assertion.parentNode !== root) {
    throw malformed('The assertion does not stand where it should');
  }
  const signatures = elements.filter(({ localName }) => localName === 'Signature');
  for (const signature of signatures) requireSignatureForm(signature, [root, assertion]);
  const signed = (element: XmlElement): boolean => signatures.some(({ parentNode }) => parentNode === element);
  const [responseSigned, assertionSigned] = [signed(root), signed(assertion)];
  if (!responseSigned && !assertionSigned) throw unsigned('It is not signed');
  return { xml, root, responseSigned, assertionSigned };
}

function decode(base64: string): string {
  const compact = base64.replace(/[\r\n\t ]+/g, '');
  if (compact.length > Math.ceil(MAX_BYTES / 3) * 4) throw malformed(`It is larger than ${MAX_BYTES} bytes`);
  if (!BASE64.test(compact)) throw malformed('It is not base64');
  let xml: string;
  try {
    xml = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64'));
  } catch {
    throw malformed('It is not UTF-8');
  }
  const body = xml.replace(DECLARATION, '');
  // Comments, CDATA, document types and processing instructions: nothing else begins like this in XML.
  if (/<[!?]/.test(body)) throw malformed('It holds a comment, CDATA, a document type or a processing instruction');
  if (xml.split('<', MAX_TAGS + 2).length > MAX_TAGS + 1) throw malformed(`It has more than ${MAX_TAGS} tags`);
  if (NOT_XML.test(xml)) throw malformed('It holds a character that XML does not have');
  return xml;
}

/** All elements, in document order. */
function walk(root: XmlElement): XmlElement[] {
  const elements: XmlElement[] = [];
  const waiting: { node: XmlNode; depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (!isElement(node)) continue;
    if (depth > MAX_DEPTH) throw malformed('It is nested too deep');
    elements.push(node);
    for (const child of Array.from(node.childNodes).reverse()) waiting.push({ node: child, depth: depth + 1 });
  }
  return elements;
}

function requireOneOfEachId(elements: readonly XmlElement[]): void {
  const seen = new Set<string>();
  for (const { attributes } of elements) {
    for (const { name, value } of Array.from(attributes)) {
      if (!ID.test(name)) continue;
      if (seen.has(value)) throw malformed('Two elements have the same id');
      seen.add(value);
    }
  }
}

function requireSuccess(root: XmlElement): void {
  const [status, another] = childrenOf(root, PROTOCOL, 'Status');
  const [code] = status ? childrenOf(status, PROTOCOL, 'StatusCode') : [];
  if (!code || another) throw malformed('It has no status');
  const value = attributeOf(code, 'Value') ?? '';
  if (value === SUCCESS) return;
  const [inner] = childrenOf(code, PROTOCOL, 'StatusCode');
  const codes = [value, inner && attributeOf(inner, 'Value')].filter(Boolean).map((text) => String(text).slice(-60));
  throw new SignInRefused('status', `The provider answered ${codes.join(', ')}`);
}

/** A signature must sign its parent element as a whole, with secure algorithms. */
function requireSignatureForm(signature: XmlElement, signable: readonly XmlElement[]): void {
  const parent = signable.find((element) => element === signature.parentNode);
  if (!parent || signature.namespaceURI !== DSIG) throw unsigned('A signature does not stand where it should');
  const parts = childrenOf(signature).map(({ localName }) => localName);
  if (parts.some((name) => !['SignedInfo', 'SignatureValue', 'KeyInfo'].includes(name))) {
    throw unsigned('A signature holds what no signature of SAML does');
  }
  const info = only(signature, 'SignedInfo');
  only(signature, 'SignatureValue');
  requireAlgorithm(only(info, 'CanonicalizationMethod'), CANONICALIZATIONS);
  requireAlgorithm(only(info, 'SignatureMethod'), SIGNATURE_METHODS);
  const reference = only(info, 'Reference');
  const id = attributeOf(parent, 'ID') ?? '';
  if (id === '' || attributeOf(reference, 'URI') !== `#${id}`) throw unsigned('A signature signs another element');
  requireAlgorithm(only(reference, 'DigestMethod'), DIGEST_METHODS);
  only(reference, 'DigestValue');
  const transforms = childrenOf(only(reference, 'Transforms'));
  if (transforms.length !== 2) throw unsigned('A signature must have two transforms');
  const [first, second] = transforms as [XmlElement, XmlElement];
  requireAlgorithm(first, [ENVELOPED]);
  requireAlgorithm(second, CANONICALIZATIONS);
}

function only(element: XmlElement, name: string): XmlElement {
  const [child, another] = childrenOf(element, DSIG, name);
  if (!child || another) throw unsigned(`A signature needs one ${name}`);
  return child;
}

function requireAlgorithm(element: XmlElement, allowed: readonly string[]): void {
  const algorithm = attributeOf(element, 'Algorithm') ?? '';
  if (!allowed.includes(algorithm)) throw unsigned(`A signature uses ${algorithm.slice(-80)}, which is not taken`);
}

function is(element: XmlElement, namespace: string, name: string): boolean {
  return element.localName === name && element.namespaceURI === namespace;
}

function malformed(detail: string): SignInRefused {
  return new SignInRefused('form', detail);
}

function unsigned(detail: string): SignInRefused {
  return new SignInRefused('signature', detail);
}
