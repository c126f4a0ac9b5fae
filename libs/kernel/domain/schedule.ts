const MINUTE_MS = 60_000;
/** 29 February on one day of the week alone comes once in 28 years; twice the span of a leap year is looked through. */
const MOST_DAYS = 8 * 366 + 2;
const DAY_MINUTES = 24 * 60;

/** The least and greatest value of the five fields: minute, hour, day of the month, month and day of the week. */
const FIELDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;
const PART = /^(?:\*(?:\/(\d{1,3}))?|(\d{1,2})(?:-(\d{1,2}))?)$/;

/**
 * Times in UTC by a cron pattern of five fields, each `*`, `*` and a step, numbers, or ranges, with commas in between.
 * Where both the day of the month and that of the week are limited, either is enough, as usual.
 */
export class Schedule {
  private constructor(private readonly fields: readonly ReadonlySet<number>[]) {}

  /** Undefined for what is no such pattern, or one that no day ever matches. */
  static parse(pattern: string): Schedule | undefined {
    const fields = pattern.split(' ').map((text, index) => numbersOf(text, FIELDS[index]));
    if (fields.length !== FIELDS.length || !fields.every((field) => field !== undefined)) return undefined;
    const weekdays = new Set([...(fields[4] as ReadonlySet<number>)].map((day) => day % 7));
    const schedule = new Schedule([...(fields.slice(0, 4) as ReadonlySet<number>[]), weekdays]);
    return schedule.before(new Date(), 1).length === 1 ? schedule : undefined;
  }

  /** The last `count` times up to a moment, the newest first; fewer where eight years have no more. */
  before(moment: Date, count: number): Date[] {
    const found: Date[] = [];
    const last = Math.floor(moment.getTime() / MINUTE_MS);
    const lastDay = Math.floor(last / DAY_MINUTES);
    for (let day = lastDay; day > lastDay - MOST_DAYS; day--) {
      if (!this.#isDay(new Date(day * DAY_MINUTES * MINUTE_MS))) continue;
      const end = Math.min(last, day * DAY_MINUTES + DAY_MINUTES - 1);
      for (let minute = end; minute >= day * DAY_MINUTES; minute--) {
        if (!this.#isMinute(minute - day * DAY_MINUTES)) continue;
        if (found.push(new Date(minute * MINUTE_MS)) === count) return found;
      }
    }
    return found;
  }

  /** Whether two times have passed since the last of these successes: it is older than twice the schedule. */
  isMissed(lastSuccess: Date, now: Date): boolean {
    const [, secondLast] = this.before(now, 2);
    return secondLast !== undefined && lastSuccess < secondLast;
  }

  #isMinute(ofDay: number): boolean {
    return this.#has(1, Math.floor(ofDay / 60)) && this.#has(0, ofDay % 60);
  }

  #isDay(day: Date): boolean {
    if (!this.#has(3, day.getUTCMonth() + 1)) return false;
    const [ofMonth, ofWeek] = [this.#has(2, day.getUTCDate()), this.#has(4, day.getUTCDay())];
    const bothLimited = this.fields[2]?.size !== 31 && this.fields[4]?.size !== 7;
    return bothLimited ? ofMonth || ofWeek : ofMonth && ofWeek;
  }

  #has(field: number, value: number): boolean {
    return this.fields[field]?.has(value) === true;
  }
}

function numbersOf(text: string, range: readonly [number, number] | undefined): ReadonlySet<number> | undefined {
  if (range === undefined) return undefined;
  const [min, max] = range;
  const numbers = new Set<number>();
  for (const part of text.split(',')) {
    const match = PART.exec(part);
    if (!match) return undefined;
    const [, step = '1', from, to] = match;
    const [first, last] = from === undefined ? [min, max] : [Number(from), Number(to ?? from)];
    if (first < min || last > max || (to !== undefined && last <= first) || Number(step) === 0) return undefined;
    for (let number = first; number <= last; number += Number(step)) numbers.add(number);
  }
  return numbers;
}
