import type { EntitySchema } from 'typeorm';
import { Conflict, NotFound } from '../../domain/errors.js';
import type { Aggregate, AggregateState } from '../../domain/aggregate.js';
import type { Outbox } from '../events/outbox.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * Loads and saves one kind of aggregate through a schema for its plain state. A save throws Conflict after a concurrent
 * save; the recorded events are written to the outbox with it.
 */
export abstract class AggregateStore<S extends AggregateState, A extends Aggregate<S>> {
  protected abstract readonly schema: EntitySchema<S>;
  /** The name of the record in messages of NotFound and Conflict. */
  protected abstract readonly noun: string;

  constructor(
    protected readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
  ) {}

  protected abstract from(state: S): A;

  async find(id: string): Promise<A | undefined> {
    const state = await this.unitOfWork.manager.getRepository(this.schema).findOneBy({ id } as never);
    return state ? this.from(state) : undefined;
  }

  /** Throws NotFound when there is none. */
  async get(id: string): Promise<A> {
    const aggregate = await this.find(id);
    if (!aggregate) throw new NotFound(`${this.noun} not found`);
    return aggregate;
  }

  async save(aggregate: A): Promise<void> {
    const repository = this.unitOfWork.manager.getRepository(this.schema);
    const state = aggregate.snapshot();
    const version = state.version + 1;
    const next = { ...state, version };
    if (state.version === 0) {
      await repository.insert(next as never);
    } else {
      const tenant = state.organizationId === undefined ? {} : { organizationId: state.organizationId };
      const key = { ...tenant, id: state.id, version: state.version };
      const { affected } = await repository.update(key as never, this.#changeable(next) as never);
      if (affected !== 1) throw new Conflict(`${this.noun} was changed by someone else meanwhile: read it again`);
    }
    aggregate.stored(version);
    await this.outbox.store(aggregate.takeEvents());
  }

  /** Without the primary key: with it, PostgreSQL would take a stronger lock, which conflicts with key-share locks. */
  #changeable(state: S): Partial<S> {
    const { columns } = this.schema.options;
    return Object.fromEntries(
      Object.entries(state).filter(([name]) => columns[name as keyof typeof columns]?.primary !== true),
    ) as Partial<S>;
  }
}
