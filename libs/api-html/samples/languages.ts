import { csharpHttpclient } from '@scalar/snippetz/plugins/csharp/httpclient';
import { goNative } from '@scalar/snippetz/plugins/go/native';
import { javaNethttp } from '@scalar/snippetz/plugins/java/nethttp';
import { kotlinOkhttp } from '@scalar/snippetz/plugins/kotlin/okhttp';
import { phpCurl } from '@scalar/snippetz/plugins/php/curl';
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests';
import { rubyNative } from '@scalar/snippetz/plugins/ruby/native';
import { rustReqwest } from '@scalar/snippetz/plugins/rust/reqwest';
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl';
import { javascriptOf } from './javascript.js';
import type { SampleRequest } from './request.js';

/** A language that samples are in. */
interface Language {
  /** Its slug, and what it is called. */
  id: string;
  label: string;
  /** What it is highlighted as. */
  syntax: string;
  write(request: SampleRequest): string;
}

/** A request as the library takes it. */
type Given = NonNullable<Parameters<typeof shellCurl.generate>[0]>;
interface Plugin {
  generate(request?: Partial<Given>): string;
}

const by =
  (plugin: Plugin, before = '', after = '') =>
  (request: SampleRequest): string =>
    before + plugin.generate(givenTo(request)) + after;

function givenTo({ method, url, headers, body }: SampleRequest): Partial<Given> {
  const given = {
    method,
    url,
    headers,
    cookies: [],
    queryString: [],
    httpVersion: 'HTTP/1.1',
    headersSize: -1,
    bodySize: -1,
  };
  if (body === undefined || (body.text === '' && body.fields === undefined)) return given;
  const { mediaType, text, fields } = body;
  const isForm = fields !== undefined;
  // The boundary of a multipart body is known only when it is sent: clients set the header themselves.
  if (isForm && mediaType.startsWith('multipart/')) given.headers = withoutType(headers);
  const params = fields?.map(({ name, value, isFile }) => (isFile ? { name, fileName: 'file' } : { name, value }));
  // Lists of values within JSON are read again by some languages, but only under the plain name of the media type.
  const mimeType = !isForm && /[/+]json\b/i.test(mediaType) ? 'application/json' : mediaType;
  return { ...given, postData: isForm ? { mimeType, params: params ?? [] } : { mimeType, text } } as Partial<Given>;
}

const withoutType = (headers: SampleRequest['headers']): SampleRequest['headers'] =>
  headers.filter(({ name }) => name !== 'Content-Type');

const LANGUAGES: readonly Language[] = [
  { id: 'curl', label: 'cURL', syntax: 'bash', write: by(shellCurl) },
  { id: 'javascript', label: 'JavaScript', syntax: 'javascript', write: javascriptOf },
  {
    id: 'python',
    label: 'Python',
    syntax: 'python',
    write: by(pythonRequests, 'import requests\n\nresponse = ', '\nprint(response.text)'),
  },
  { id: 'go', label: 'Go', syntax: 'go', write: by(goNative) },
  { id: 'java', label: 'Java', syntax: 'java', write: by(javaNethttp) },
  { id: 'php', label: 'PHP', syntax: 'php', write: by(phpCurl) },
  { id: 'ruby', label: 'Ruby', syntax: 'ruby', write: by(rubyNative) },
  { id: 'csharp', label: 'C#', syntax: 'csharp', write: by(csharpHttpclient) },
  { id: 'kotlin', label: 'Kotlin', syntax: 'kotlin', write: by(kotlinOkhttp) },
  { id: 'rust', label: 'Rust', syntax: 'rust', write: by(rustReqwest) },
];

/** A request in one language. */
export interface Sample {
  id: string;
  label: string;
  syntax: string;
  text: string;
}

/** Longer samples are cut: each of a page is read by few. */
const MOST = 12_000;

/** What a reader fills in is written in the same way in all languages; some encode it. */
const withBraces = (text: string): string => text.replace(/%7B([\w.-]+)%7D/gi, '{$1}');

/** A request in all languages. One that a language has no form for is left out. */
export function samplesOf(request: SampleRequest): Sample[] {
  return LANGUAGES.flatMap(({ id, label, syntax, write }): Sample[] => {
    try {
      return [{ id, label, syntax, text: withBraces(write(request)).trim().slice(0, MOST) }];
    } catch {
      return [];
    }
  });
}

/** The slug of a language by any name that specifications have for it. */
export function slugOfLanguage(name: string): string {
  const known = name.trim().toLowerCase();
  const others: Record<string, string> = {
    ...{ shell: 'curl', bash: 'curl', sh: 'curl', js: 'javascript', node: 'javascript', 'node.js': 'javascript' },
    ...{ 'c#': 'csharp', cs: 'csharp', '.net': 'csharp', py: 'python', rb: 'ruby', golang: 'go' },
  };
  return (Object.hasOwn(others, known) ? others[known] : undefined) ?? known.replace(/[^a-z0-9+#-]+/g, '-');
}
