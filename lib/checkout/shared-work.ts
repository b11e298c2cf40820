/** What those share who want the same at once, in this process. */
export interface Shared<Read, Done> {
  /** Reads, once for all who ask before it begins: nobody gets what is older than his question. */
  read(work: () => Promise<Read>): Promise<Read>;
  /**
   * Does the work once: who comes while it is under way gets its result or its failure, and who comes after it was
   * done, with something older in his hand, gets its result too. Null says that it was not done: the next one tries.
   */
  once(work: () => Promise<Done | null>): Promise<Done | null>;
}

/** Lets those share who name the same key, for as long as any of them is there. */
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
