export interface Shared<Read, Done> {
  /** One read for all who ask before it begins, so that nobody gets data older than their question. */
  read(work: () => Promise<Read>): Promise<Read>;
  /**
   * Does the work once. Callers that come while it runs, or afterwards with what they read before, get its result or
   * failure. After null, which means that it was not done, the next caller tries.
   */
  once(work: () => Promise<Done | null>): Promise<Done | null>;
}

/** Callers with the same key share, for as long as one of them is there. */
export type Sharing<Read, Done> = <T>(
  key: string,
  use: (shared: Shared<Read, Done>) => Promise<T>,
) => Promise<T>;

export function createSharing<Read, Done>(): Sharing<Read, Done> {
  const places = new Map<string, { users: number; shared: Shared<Read, Done> }>();
  return async (key, use) => {
    const place = places.get(key) ?? { users: 0, shared: createShared<Read, Done>() };
    places.set(key, place);
    place.users += 1;
    try {
      return await use(place.shared);
    } finally {
      place.users -= 1;
      if (place.users === 0) places.delete(key);
    }
  };
}

function createShared<Read, Done>(): Shared<Read, Done> {
  let reading: Promise<Read> | undefined;
  let nextReading: Promise<Read> | undefined;
  let doing: Promise<Done | null> | undefined;

  return {
    read(work) {
      const begin = () => {
        nextReading = undefined;
        const mine = work();
        reading = mine;
        const end = () => {
          if (reading === mine) reading = undefined;
        };
        mine.then(end, end);
        return mine;
      };
      if (reading && !nextReading) nextReading = reading.then(begin, begin);
      return nextReading ?? begin();
    },
    once(work) {
      if (doing) return doing;
      const mine = work();
      doing = mine;
      const forget = () => {
        doing = undefined;
      };
      mine.then((done) => done === null && forget(), forget);
      return mine;
    },
  };
}
