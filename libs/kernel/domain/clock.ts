/** The time, as every rule of Quire reads it: tests move it. */
export abstract class Clock {
  abstract now(): Date;
}
