import { Described, named } from '#kernel/interface/open-api/one-of';
import {
  BooleanProperty,
  ButtonProperty,
  ComponentReference,
  ConfigurationProperties,
  IntegrationConfigurations,
  NumberProperty,
  StringProperty,
} from '../application/integration.view.js';

const PROPERTIES = [StringProperty, NumberProperty, BooleanProperty, ButtonProperty];
const FORMS = [ConfigurationProperties, ComponentReference];
const oneOf = (classes: readonly { name: string }[]) => ({ oneOf: classes.map(({ name }) => named(name)) });

/* The classes can't say of themselves that a member is one of several. */
for (const place of ['account', 'space', 'site'])
  Described(oneOf(FORMS), ...FORMS)(IntegrationConfigurations.prototype, place);
Described({ type: 'object', additionalProperties: oneOf(PROPERTIES) }, ...PROPERTIES)(
  ConfigurationProperties.prototype,
  'properties',
);
