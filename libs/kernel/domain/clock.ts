/** The current time, for every rule of Quire: tests set it. */
export abstract class Clock {
  abstract now(): Date;
}
