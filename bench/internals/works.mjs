/** The works of bench/internals.mjs: each answers the processor time of this process for one of them, in microseconds. */
import { Body, Controller, Get, Module, Param, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';

/** Runs it `warm` times, then `times` times with the clock on. */
async function measured(work, times, warm = times / 4) {
  for (let at = 0; at < warm; at++) await work();
  const before = process.cpuUsage();
  for (let at = 0; at < times; at++) await work();
  const { user, system } = process.cpuUsage(before);
  return { us: (user + system) / times };
}

async function database(url) {
  const [{ openDatabase }, { SqlQuery }, { UnitOfWork }] = await Promise.all([
    import('#kernel/infrastructure/database/open-database'),
    import('#kernel/infrastructure/database/sql-query'),
    import('#kernel/infrastructure/database/unit-of-work'),
  ]);
  const source = await openDatabase({ url, poolSize: 4, entities: [] });
  const unitOfWork = new UnitOfWork(source);
  return { unitOfWork, sql: new SqlQuery(source, unitOfWork, undefined) };
}

const TEXT = `select $1::text as id, 'A title' as title, 3 as position, now() as "createdAt", true as visible,
  '{"a":1}'::jsonb as extra, 'x' as a, 'y' as b`;

/** A prepared statement of eight columns and one row. */
export async function statements(url) {
  const { sql } = await database(url);
  return measured(() => sql.row('bench.row', TEXT, ['one']), 12_000);
}

/** A transaction of three deferred statements and one that is waited for. */
export async function transactions(url) {
  const { sql, unitOfWork } = await database(url);
  const work = () =>
    unitOfWork.transaction(async () => {
      for (const id of ['a', 'b', 'c']) await sql.defer('bench.row', TEXT, [id]);
      await sql.row('bench.row', TEXT, ['one']);
    });
  return measured(work, 4_000);
}

const decorate = (type, member, ...decorators) => {
  for (const decorator of decorators.reverse()) decorator(type.prototype, member);
};

class Item {}
decorate(Item, 'id', IsString(), MaxLength(100));

class Sent {}
decorate(Sent, 'title', IsString(), MaxLength(200));
decorate(Sent, 'slug', IsOptional(), IsString(), MaxLength(100));
decorate(Sent, 'position', IsOptional(), IsInt());
decorate(Sent, 'icon', IsOptional(), IsString(), MaxLength(50));
decorate(
  Sent,
  'items',
  IsArray(),
  ArrayMaxSize(20),
  ValidateNested({ each: true }),
  Type(() => Item),
);
decorate(
  Sent,
  'tag',
  Transform(({ value }) => String(value).trim()),
  IsString(),
  MaxLength(20),
);

/** Reading a body, with members that no decorator names. */
export async function body(unknown) {
  const { validateRequests } = await import('#kernel/interface/request-validation');
  let pipe;
  const modules = { values: () => [] };
  const taken = { get: () => modules, useGlobalPipes: (given) => (pipe = given) };
  // A global pipe is the one that can be taken hold of.
  const given = process.env.QUIRE_LIBRARY_INTERNALS;
  process.env.QUIRE_LIBRARY_INTERNALS = given === 'on' ? 'nest-parameters' : `${given},nest-parameters`;
  validateRequests(taken);
  const more = Object.fromEntries(Array.from({ length: unknown }, (_, at) => [`member${at}`, at]));
  const sent = { title: 'A title', position: 3, tag: ' t ', items: [{ id: 'a' }, { id: 'b' }], icon: 'x', ...more };
  return measured(() => pipe.transform(sent, { type: 'body', metatype: Sent }), unknown > 0 ? 200 : 20_000);
}

/** A request whose handler takes a path parameter, a query and the caller, none of them with a class. */
export async function parameters() {
  class Things {
    read(id, caller, accept) {
      return { id, caller, accept };
    }
  }
  const place = (decorator, index) => decorator(Things.prototype, 'read', index);
  place(Param('id'), 0);
  place(Query('caller'), 1);
  place(Body(), 2);
  Reflect.defineMetadata('design:paramtypes', [String, String, Object], Things.prototype, 'read');
  Get(':id')(Things.prototype, 'read', Object.getOwnPropertyDescriptor(Things.prototype, 'read'));
  Controller('things')(Things);
  class App {}
  Module({ controllers: [Things] })(App);
  const app = await NestFactory.create(App, new FastifyAdapter(), { logger: false });
  const { validateRequests } = await import('#kernel/interface/request-validation');
  validateRequests(app);
  await app.init();
  const server = app.getHttpAdapter().getInstance();
  return measured(() => server.inject({ url: '/things/one?caller=me' }), 8_000);
}
