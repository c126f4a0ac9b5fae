import { ValidateBy } from 'class-validator';

/** An object of texts by name, of at most so many entries, and characters of names and values. */
export function IsTextMap({
  entries,
  name,
  value,
}: {
  entries: number;
  name: number;
  value: number;
}): PropertyDecorator {
  const fits = (text: unknown, most: number): boolean => typeof text === 'string' && text.length <= most;
  return ValidateBy({
    name: 'isTextMap',
    validator: {
      validate: (sent: unknown) => {
        const pairs = Object.entries(sent ?? {});
        return pairs.length <= entries && pairs.every(([key, text]) => fits(key, name) && fits(text, value));
      },
      defaultMessage: ({ property } = {} as never) =>
        `${property} must be at most ${entries} texts of ${value} characters, by names of ${name}`,
    },
  });
}
