import { unreadable, type SpecificationFault } from '../specification.js';
import { isObject, type JsonObject } from './tidy.js';

const KNOWN = ['2.0', '3.0', '3.1', '3.2'];

/** The entry of a specification, of a version that is known. Throws `SpecificationRefused` with what it is instead. */
export function requireSpecification(value: unknown, faults: SpecificationFault[]): JsonObject {
  if (!isObject(value)) {
    throw unreadable(
      `An OpenAPI document is an object; this is ${Array.isArray(value) ? 'a list' : 'a plain text or value'}`,
    );
  }
  const field = value['openapi'] === undefined ? 'swagger' : 'openapi';
  const said = value[field];
  if (said === undefined) throw unreadable(`The document has no \`openapi\` or \`swagger\` field${instead(value)}`);
  if (typeof said !== 'string' && typeof said !== 'number')
    throw unreadable(`\`${field}\` must be a version, such as "3.1.0"`);
  const version = String(said).trim();
  const [major, minor = '0'] = version.split('.');
  if (!KNOWN.includes(`${major}.${minor}`) || (field === 'swagger') !== (major === '2')) {
    throw unreadable(
      `\`${field}: ${version.slice(0, 40)}\` is not supported; Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are`,
    );
  }
  if (typeof said === 'number') {
    faults.push({
      message: `\`${field}\` must be a text: put "${major}.${minor}" in quotes`,
      code: 'VALIDATION_ERROR',
    });
  }
  value[field] = field === 'swagger' ? '2.0' : version.split('.').length > 2 ? version : `${major}.${minor}.0`;
  return value;
}

function instead(value: JsonObject): string {
  if ('asyncapi' in value) return '; it is an AsyncAPI document';
  if ('arazzo' in value) return '; it is an Arazzo document';
  if (isObject(value['info']) && '_postman_id' in value['info'])
    return '; it is a Postman collection, export it as OpenAPI';
  if ('$schema' in value) return '; it is a JSON Schema';
  const keys = Object.keys(value).slice(0, 5).join(', ').slice(0, 200);
  return keys === '' ? '' : `; it has ${keys}`;
}
