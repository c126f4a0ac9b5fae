import { AsyncLocalStorage } from 'node:async_hooks';
import { Conditions, type Condition } from '../../application/entity-tag.js';
import type { UnitOfWork } from '../database/unit-of-work.js';

/** Kept in the asynchronous context. */
export class CarriedConditions extends Conditions {
  readonly #carried = new AsyncLocalStorage<{ condition: Condition | undefined }>();
  #underWay = 0;

  constructor(private readonly unitOfWork: UnitOfWork) {
    super();
  }

  async during<R>(condition: Condition, work: () => Promise<R>): Promise<R> {
    this.#underWay++;
    try {
      return await this.#carried.run({ condition }, work);
    } finally {
      // Without such work the context is disabled, which makes every promise cheaper (Node 20, 22).
      if (--this.#underWay === 0) this.#carried.disable();
    }
  }

  take(): Condition | undefined {
    const carried = this.#carried.getStore();
    const condition = carried?.condition;
    if (carried) carried.condition = undefined;
    return condition;
  }

  get reading(): boolean {
    return this.unitOfWork.readsSeparately;
  }
}
