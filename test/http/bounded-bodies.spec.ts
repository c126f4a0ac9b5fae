import { ROUTE_ARGS_METADATA, PARAMTYPES_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ModulesContainer } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitsOf } from '#kernel/interface/bodies/body-limits';
import { planOf, type ClassPlan, type MemberPlan } from '#kernel/interface/bodies/class-plan';
import type { RouteFlags } from '#kernel/interface/route-flags';
import { TestServer } from '#testing/test-server';

describe('what requests may hold', () => {
  const SERVER_BYTES = 10_000_000;
  /** Rules after which a text has one of few forms or lengths. */
  const BOUNDING = ['maxLength', 'isIn', 'isTimestamp'];
  /** Texts whose length a setting decides, or that are bounded by the bytes of their operation alone. */
  const BOUNDED_ELSEWHERE = ['DocumentBody.markdown', 'CommentTextBody.markdown', 'OpenAPISourceBody.text'];

  interface Taken {
    handler: string;
    kind: 'body' | 'query' | 'path';
    plan: ClassPlan;
    bytes: number;
  }

  let server: TestServer;
  let taken: Taken[];

  beforeAll(async () => {
    server = await TestServer.shared();
    taken = [...server.app.get(ModulesContainer).values()]
      .flatMap(({ controllers }) => [...controllers.values()])
      .flatMap(({ metatype }) => takenBy(metatype as new () => object));
  });

  afterAll(() => server.stop());

  function takenBy(controller: new () => object): Taken[] {
    const prototype = controller.prototype as Record<string, unknown>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const noted = (Reflect.getOwnMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
        string,
        { index: number }
      >;
      const types = (Reflect.getMetadata(PARAMTYPES_METADATA, prototype, name) ?? []) as (new () => object)[];
      return Object.entries(noted).flatMap(([key, { index }]) => {
        const kinds = {
          [RouteParamtypes.BODY]: 'body',
          [RouteParamtypes.QUERY]: 'query',
          [RouteParamtypes.PARAM]: 'path',
        } as const;
        const kind = kinds[Number(key.split(':')[0]) as keyof typeof kinds];
        const type = types[index];
        if (kind === undefined || type === undefined || [String, Object].includes(type as never)) return [];
        const flags = (Reflect.getMetadata('__fastify_route_config__', prototype[name] as object) ?? {}) as RouteFlags;
        return [
          {
            handler: `${controller.name}.${name}`,
            kind,
            plan: planOf(type),
            bytes: limitsOf(flags.takes, SERVER_BYTES).bytes,
          },
        ];
      });
    });
  }

  /** Every class of bodies and queries, with those within. */
  function classes(): ClassPlan[] {
    const found = new Set<ClassPlan>();
    const visit = (plan: ClassPlan): void => {
      if (found.has(plan)) return;
      found.add(plan);
      for (const { nested } of plan.members) if (nested) visit(nested());
    };
    for (const { kind, plan } of taken) if (kind !== 'path') visit(plan);
    return [...found];
  }

  const given = ({ checks }: MemberPlan, name: string): number | undefined => {
    const check = checks.find((one) => one.name === name);
    return check && Number(check.given[0]);
  };

  /** Bytes of JSON that a member of ordinary letters takes at most. */
  function bytesOf(member: MemberPlan): number {
    const one = member.nested ? 2 + sum(member.nested().members) : (given(member, 'maxLength') ?? 20) + 2;
    const items = member.isList ? (given(member, 'arrayMaxSize') ?? Infinity) : 1;
    return member.name.length + 6 + items * (one + 1);
  }
  const sum = (members: readonly MemberPlan[]): number => members.reduce((bytes, member) => bytes + bytesOf(member), 0);

  it('is known of every operation', () => {
    expect(taken.filter(({ kind }) => kind === 'body').length).toBeGreaterThan(60);
    expect(classes().length).toBeGreaterThan(100);
  });

  it('is a bounded number of items in every list', () => {
    const lists = classes().flatMap(({ type, members }) =>
      members.filter(({ isList }) => isList).map((member) => ({ type, member })),
    );
    expect(lists.length).toBeGreaterThan(20);
    const unbounded = lists.filter(({ member }) => given(member, 'arrayMaxSize') === undefined);
    expect(unbounded.map(({ type, member }) => `${type.name}.${member.name}`)).toEqual([]);
  });

  it('is a text of bounded length wherever it is a text', () => {
    const texts = classes().flatMap(({ type, members }) =>
      members
        .filter(({ checks }) => checks.some(({ name }) => ['isString', 'matches', 'isUrl', 'isEmail'].includes(name)))
        .map((member) => ({ name: `${type.name}.${member.name}`, member })),
    );
    expect(texts.length).toBeGreaterThan(150);
    const unbounded = texts.filter(({ member }) => !member.checks.some(({ name }) => BOUNDING.includes(name)));
    expect(unbounded.map(({ name }) => name).sort()).toEqual([...BOUNDED_ELSEWHERE].sort());
  });

  it('fits into the bytes that the operation takes, with every member as long as it may be', () => {
    const tooSmall = taken
      .filter(({ kind }) => kind === 'body')
      .map(({ handler, plan, bytes }) => ({ handler, bytes, needed: sum(plan.members) }))
      .filter(({ bytes, needed }) => needed > bytes && bytes < SERVER_BYTES);
    expect(tooSmall).toEqual([]);
  });
});
