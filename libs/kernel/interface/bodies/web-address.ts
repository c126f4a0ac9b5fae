import { isURL, ValidateBy, type ValidationOptions } from 'class-validator';

const OF_THE_WEB = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

/**
 * An http or https URL. Texts that only look like one (`http://[fe80::1%25eth0]/`) are refused: every accepted value
 * can be parsed by `URL`, in this server and in browsers.
 */
export function IsWebAddress(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isWebAddress',
      validator: {
        validate: (value) => isURL(value, OF_THE_WEB) && URL.canParse(value as string),
        defaultMessage: ({ property } = {} as never) => `${property} must be a URL address`,
      },
    },
    options,
  );
}
