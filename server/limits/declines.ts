import { createHash } from "node:crypto";
import {
  DECLINES_OF_A_NETWORK,
  type Decline,
  type DeclinedBy,
  type Declines,
  DOUBLINGS,
  USUAL_DECLINES,
} from "../../lib/domain/declines";
import { type Bucket, type BucketStore, ROUNDING } from "../../packages/http/limits/bucket";
import { subscriberOf } from "../../packages/net/addresses";

/** How many charges of a network may be in progress for each decline that it has left: a classroom pays at once. */
const AT_ONCE = 3;
const SOON_SECONDS = 10;

/** @param tell called with each unusual number of declines */
export function createDeclines(
  store: BucketStore,
  tell: (by: DeclinedBy, decline: Decline) => void,
): Declines {
  /** Charges in progress in this process, by network. */
  const underWay = new Map<string, number>();
  const { capacity, perSecond } = DECLINES_OF_A_NETWORK;
  const missingOf = async (network: string) =>
    (await store.take(`decline:${network}`, 0, DECLINES_OF_A_NETWORK)).missing;

  /** @returns whether the network has none left */
  async function countOfNetwork(network: string): Promise<boolean> {
    const owing = (tokens: number): Bucket => ({ capacity: capacity + tokens, perSecond, isOwed: true });
    const most = 2 ** DOUBLINGS.capacity;
    await store.take(`decline:${network}`, 1, owing(most));
    if ((await missingOf(network)) <= capacity - 1 + ROUNDING) return false;
    const { admitted, missing } = await store.take(`decline-doubled:${network}`, 1, DOUBLINGS);
    const doubled = admitted ? Math.ceil(missing - ROUNDING) - 1 : DOUBLINGS.capacity;
    await store.take(`decline:${network}`, 2 ** doubled - 1, owing(most));
    return true;
  }

  return {
    async begin(address) {
      if (address === null) return { end: () => {} };
      const network = subscriberOf(address);
      const left = capacity - (await missingOf(network)) + ROUNDING;
      if (left < 1) return { waitSeconds: Math.max(1, Math.ceil((1 - left) / perSecond)) };
      const now = underWay.get(network) ?? 0;
      if (now >= AT_ONCE * Math.floor(left)) return { waitSeconds: SOON_SECONDS };
      underWay.set(network, now + 1);
      return {
        end() {
          const rest = (underWay.get(network) ?? 1) - 1;
          if (rest === 0) underWay.delete(network);
          else underWay.set(network, rest);
        },
      };
    },

    async count(decline) {
      const { address, providerCode, courseName } = decline;
      if (address !== null && (await countOfNetwork(subscriberOf(address)))) tell("network", decline);
      const course = createHash("sha256").update(courseName).digest("base64url");
      const ofCourse = await store.take(`declined:${providerCode}:${course}`, 1, USUAL_DECLINES.course);
      if (!ofCourse.admitted) tell("course", decline);
      const ofProvider = await store.take(`declined:${providerCode}`, 1, USUAL_DECLINES.provider);
      if (!ofProvider.admitted) tell("provider", decline);
    },
  };
}
