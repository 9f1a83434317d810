/** Does one thing after the other, in the order in which they were asked for, whether or not those before failed. */
export function inTurn(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const done = last.then(job, job);
    last = done;
    return done;
  };
}
