import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readSettings } from '#kernel/infrastructure/settings';
import { SETTINGS_TABLE } from '#kernel/infrastructure/settings-table';

type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully';
interface Service {
  image: string;
  build?: string;
  user?: string;
  restart: string;
  command?: string[];
  entrypoint?: string[];
  depends_on?: Record<string, { condition: Condition }>;
  environment?: Record<string, string | number>;
  healthcheck?: { test?: string[]; disable?: boolean };
  ports?: string[];
  volumes?: string[];
  stop_grace_period?: string;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
}

const text = readFileSync('docker-compose.scale.yml', 'utf8');
const compose = parse(text, { merge: true }) as Compose;
const { services } = compose;
const QUIRE = ['api-1', 'api-2', 'worker-1', 'worker-2'];
const JOBS = ['replication', 'bucket'];
const OWN = [...QUIRE, 'bucket'];

const service = (name: string): Service => {
  const found = services[name];
  if (!found) throw new Error(`There is no service ${name}`);
  return found;
};
const needs = (name: string): Record<string, Condition> =>
  Object.fromEntries(Object.entries(service(name).depends_on ?? {}).map(([on, { condition }]) => [on, condition]));

/** What an operator has to set, with values that Quire accepts. */
const GIVEN: Record<string, string> = {
  POSTGRES_PASSWORD: 'secret1',
  REPLICATION_PASSWORD: 'secret2',
  QUIRE_PUBLIC_URL: 'https://docs.example.com',
  QUIRE_SECRET_KEY: '7a'.repeat(32),
  QUIRE_ADMIN_TOKEN: 'a-token-of-twenty-characters',
  QUIRE_S3_ACCESS_KEY_ID: 'quire',
  QUIRE_S3_SECRET_ACCESS_KEY: 'secret3',
};

/** Fills in the variables of a value as Compose does; throws for one that must be set and is not. */
const filled = (value: string | number, given: Record<string, string> = GIVEN): string =>
  String(value).replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind?: string, rest = '') => {
    const set = given[name];
    if (set) return set;
    if (kind === '?') throw new Error(rest);
    return rest;
  });
const environmentOf = (name: string, given?: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(service(name).environment ?? {}).map(([key, value]) => [key, filled(value, given)]),
  );

describe('docker-compose.scale.yml', () => {
  it('starts a balancer, two api, two worker, a pooler, a primary, a replica and a store, and two jobs', () => {
    const others = ['balancer', 'pooler', 'primary', 'replica', 'store'];
    expect(Object.keys(services).toSorted()).toEqual([...QUIRE, ...JOBS, ...others].toSorted());
    const roles = QUIRE.map((name) => service(name).environment?.['QUIRE_ROLE']);
    expect(roles).toEqual(['api', 'api', 'worker', 'worker']);
  });

  it('passes every setting on to each process, the same but for the role', () => {
    const [first, ...rest] = QUIRE.map((name) => {
      const { QUIRE_ROLE: _, ...environment } = service(name).environment ?? {};
      return environment;
    });
    expect([...Object.keys(first ?? {}), 'QUIRE_ROLE'].toSorted()).toEqual(Object.keys(SETTINGS_TABLE).toSorted());
    for (const other of rest) expect(other).toEqual(first);
  });

  it('gives a process an environment that Quire accepts', () => {
    expect(readSettings(environmentOf('api-1'))).toMatchObject({
      databaseUrl: 'postgres://quire:secret1@pooler:6432/quire',
      databaseDirectUrl: 'postgres://quire:secret1@primary:5432/quire',
      databaseReplicaUrls: ['postgres://quire:secret1@replica:5432/quire'],
      s3: { bucket: 'quire', endpoint: 'http://store:8333' },
      demo: false,
      role: 'api',
    });
  });

  it.each(Object.keys(GIVEN))('asks for %s, and starts nothing without it', (name) => {
    const { [name]: _, ...rest } = GIVEN;
    const all = () => Object.keys(services).forEach((each) => environmentOf(each, rest));
    expect(all).toThrow(`Set ${name} to`);
  });

  it('reads no variable that begins like a setting and is none', () => {
    const names = [...text.matchAll(/\$\{(QUIRE_\w+)/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(30);
    // The port of the machine, as in docker-compose.yml.
    expect(names.filter((name) => !(name in SETTINGS_TABLE) && name !== 'QUIRE_PORT')).toEqual([]);
  });

  it('names a version of every image, and builds its own', () => {
    for (const [name, { image, build }] of Object.entries(services)) {
      if (OWN.includes(name)) expect({ image, build }).toEqual({ image: 'quire', build: '.' });
      else expect(image).toMatch(/^[\w./-]+:v?\d+(?:\.\d+)*(?:-\w+)?$/);
    }
  });

  it('starts processes when what they need is there', () => {
    for (const name of QUIRE)
      expect(needs(name)).toEqual({
        primary: 'service_healthy',
        pooler: 'service_healthy',
        // Sites are read from the primary until the replica has copied it.
        replica: 'service_started',
        bucket: 'service_completed_successfully',
      });
    expect(needs('balancer')).toEqual({ 'api-1': 'service_healthy', 'api-2': 'service_healthy' });
    expect(needs('replica')).toEqual({ replication: 'service_completed_successfully' });
    expect(needs('replication')).toEqual({ primary: 'service_healthy' });
    expect(needs('bucket')).toEqual({ store: 'service_healthy' });
  });

  it('asks every service for its health, and gives each time to end', () => {
    for (const [name, { healthcheck, restart, stop_grace_period: grace }] of Object.entries(services)) {
      expect({ name, restart }).toEqual({ name, restart: JOBS.includes(name) ? 'no' : 'unless-stopped' });
      if (JOBS.includes(name)) continue;
      // The image of Quire has its own.
      if (!QUIRE.includes(name))
        expect({ name, test: healthcheck?.test?.[0] }).toEqual({ name, test: expect.stringMatching(/^CMD/) });
      expect(Number.parseInt(grace ?? '0', 10)).toBeGreaterThanOrEqual(30);
    }
  });

  it('keeps data in volumes that it declares, and mounts files that are there, which nothing may change', () => {
    const mounts = Object.values(services).flatMap(({ volumes = [] }) => volumes);
    const files = mounts.filter((mount) => mount.startsWith('./'));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const [from = '', , mode] = file.split(':');
      expect({ from, there: existsSync(from), mode }).toEqual({ from, there: true, mode: 'ro' });
    }
    const kept = mounts.filter((mount) => !mount.startsWith('./')).map((mount) => mount.split(':')[0]);
    expect(kept.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    expect(service('primary').volumes).toContain('primary:/var/lib/postgresql');
    expect(service('replica').volumes).toContain('replica:/var/lib/postgresql');
  });

  it('opens one port, that of the balancer, whose network Quire trusts', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports);
    expect(open.map(([name]) => name)).toEqual(['balancer']);
    const subnet = compose.networks.default.ipam.config[0]?.subnet ?? '';
    expect(service('api-1').environment?.['QUIRE_TRUSTED_PROXIES']).toBe(subnet);
  });

  it('has a balancer that asks both processes whether they are ready', () => {
    const file = readFileSync('deploy/compose/Caddyfile', 'utf8');
    expect(file).toContain('reverse_proxy api-1:3000 api-2:3000');
    expect(file).toContain('health_uri /health/ready');
  });

  it('has a pooler before the primary in transaction mode, with room for all statements and connections', () => {
    const settings = Object.fromEntries(
      [...readFileSync('deploy/compose/pgbouncer.ini', 'utf8').matchAll(/^(\w+) = ?(.*)$/gm)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
    expect(settings).toMatchObject({
      quire: 'host=primary port=5432 dbname=quire',
      listen_port: '6432',
      pool_mode: 'transaction',
      max_prepared_statements: '500',
      auth_type: service('pooler').environment?.['AUTH_TYPE'],
    });
    const { poolSize } = readSettings(environmentOf('api-1'));
    expect(Number(settings['max_client_conn'])).toBeGreaterThan(QUIRE.length * poolSize);
  });

  it('has a replica with the settings of the primary, its own user and its slot', () => {
    expect(service('replica').command).toEqual(service('primary').command);
    expect(service('replica')).toMatchObject({ user: 'postgres', entrypoint: ['sh', '/replica.sh'] });
    const [sql, script, hba] = ['replication.sql', 'replica.sh', 'pg_hba.conf'].map((name) =>
      readFileSync(`deploy/compose/${name}`, 'utf8'),
    );
    expect(sql).toContain("pg_create_physical_replication_slot('replica', true)");
    expect(script).toContain('--primary_slot_name=replica');
    expect(hba).toMatch(/^host +replication +replication +all +scram-sha-256$/m);
    // No password is on a command line or in an address, where others could read it.
    expect(script?.match(/REPLICATION_PASSWORD/g)).toHaveLength(2);
    expect(environmentOf('replica')).toMatchObject({ REPLICATION_PASSWORD: 'secret2' });
    expect(JSON.stringify(service('replica').entrypoint)).not.toContain('PASSWORD');
  });
});
