import type { Reach } from '../digest/reach.js';
import { isObject, type JsonObject } from '../read/tidy.js';
import { follow } from '../references/pointers.js';
import { lineOf, linkOf, listOf, objectOf, shown, textOf, urlOf } from './fields.js';
import type { OutlineInfo, OutlineSecurityScheme, OutlineServer } from './outline.js';

const MAX_SERVERS = 50;

export function infoOf(root: JsonObject, reach: Reach): OutlineInfo {
  const info = objectOf(root['info']);
  const { servers = [], components, security, externalDocs } = root;
  const schemes = objectOf(objectOf(components)['securitySchemes']);
  return {
    ...shown({
      title: lineOf(info['title']),
      version: lineOf(info['version']),
      summary: lineOf(info['summary']),
      description: textOf(info['description']),
      termsOfService: urlOf(info['termsOfService']),
      contact: contactOf(info['contact']),
      license: linkOf(info['license']),
      externalDocs: linkOf(externalDocs),
    }),
    servers: listOf(servers).slice(0, MAX_SERVERS).flatMap(serverOf),
    security: Object.entries(schemes).flatMap(([key, scheme]) => schemeOf(key, follow(root, scheme))),
    digest: reach.digestOf(info, servers, schemes, security, externalDocs),
  };
}

function contactOf(value: unknown): OutlineInfo['contact'] {
  if (!isObject(value)) return undefined;
  const contact = shown({ name: lineOf(value['name']), url: urlOf(value['url']), email: lineOf(value['email']) });
  return Object.keys(contact).length === 0 ? undefined : contact;
}

/** Variables in the URL are replaced by their default values. */
function serverOf(value: unknown): OutlineServer[] {
  if (!isObject(value)) return [];
  const variables = objectOf(value['variables']);
  const url = lineOf(value['url'])?.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? objectOf(variables[name]) : {};
    return lineOf(variable['default']) ?? whole;
  });
  return url === undefined ? [] : [{ url, ...shown({ description: lineOf(value['description']) }) }];
}

function schemeOf(key: string, scheme: JsonObject | undefined): OutlineSecurityScheme[] {
  const type = lineOf(scheme?.['type']);
  if (scheme === undefined || type === undefined) return [];
  const flows = Object.keys(objectOf(scheme['flows'])).filter((flow) => !flow.startsWith('x-'));
  const own = shown({
    description: textOf(scheme['description']),
    scheme: lineOf(scheme['scheme']),
    in: lineOf(scheme['in']),
    name: lineOf(scheme['name']),
    openIdConnectUrl: urlOf(scheme['openIdConnectUrl']),
  });
  return [{ key: key.slice(0, 500), type, ...own, ...(flows.length > 0 && { flows }) }];
}
