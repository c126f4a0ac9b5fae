/** The metadata of class-transformer's decorators; its typings leave the module out. */
declare module 'class-transformer/cjs/storage.js' {
  interface Transformed {
    value: unknown;
    key: string;
    obj: object;
    type: number;
    options: object;
  }

  export const defaultMetadataStorage: {
    findTypeMetadata(target: object, name: string): { typeFunction(): unknown } | undefined;
    findTransformMetadatas(
      target: object,
      name: string,
      type: number,
    ): readonly { transformFn(transformed: Transformed): unknown }[];
  };
}
