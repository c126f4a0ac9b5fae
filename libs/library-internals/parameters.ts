import type { ArgumentMetadata, INestApplication, PipeTransform, Type } from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ModulesContainer } from '@nestjs/core';
import { usesInternal } from './internals.js';

/** The parameters that a client sends: they are piped where they have a class. */
const WRITTEN: readonly string[] = [RouteParamtypes.BODY, RouteParamtypes.QUERY, RouteParamtypes.PARAM].map(String);
const WRITTEN_TYPES: readonly string[] = ['body', 'query', 'param'] satisfies ArgumentMetadata['type'][];
/** Types without rules; values of a path are strings anyway. */
const PLAIN: readonly unknown[] = [undefined, String, Object];

/** The metadata of a handler's parameter in Nest, by `<type>:<index>`. */
interface RouteParameter {
  index: number;
  pipes: unknown[];
}

/**
 * Pipes every body, query and set of path parameters that has a class. Call it before `app.init()`. `seen` gets each
 * class beforehand, so that a mistake in one ends the start; with a global pipe only requests show the classes.
 */
export function pipeParameters(app: INestApplication, pipe: PipeTransform, seen: (type: Type) => void): void {
  if (!usesInternal('nest-parameters')) return void app.useGlobalPipes(new ForClasses(pipe));
  const modules = [...app.get(ModulesContainer).values()];
  for (const { metatype } of modules.flatMap(({ controllers }) => [...controllers.values()])) {
    for (
      let type: unknown = metatype;
      typeof type === 'function' && type.prototype;
      type = Object.getPrototypeOf(type)
    ) {
      for (const name of Object.getOwnPropertyNames(type.prototype)) pipeHandler(type as Type, name, pipe, seen);
    }
  }
}

function pipeHandler(controller: Type, name: string, pipe: PipeTransform, seen: (type: Type) => void): void {
  const noted = Reflect.getOwnMetadata(ROUTE_ARGS_METADATA, controller, name) as
    Record<string, RouteParameter> | undefined;
  const types = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, name) as unknown[] | undefined;
  for (const [key, parameter] of Object.entries(noted ?? {})) {
    const written = WRITTEN.includes(key.split(':')[0] ?? '') && !PLAIN.includes(types?.[parameter.index]);
    if (!written) continue;
    seen(types?.[parameter.index] as Type);
    if (!parameter.pipes.includes(pipe)) parameter.pipes.push(pipe);
  }
}

/** A pipe for the whole application, which passes on what has no class. */
class ForClasses implements PipeTransform {
  constructor(private readonly pipe: PipeTransform) {}

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const isWritten = WRITTEN_TYPES.includes(metadata.type) && !PLAIN.includes(metadata.metatype);
    return isWritten ? (this.pipe.transform(value, metadata) as unknown) : value;
  }
}
