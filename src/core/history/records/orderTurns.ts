/** A turn and its place: behind the one of that id. */
export interface TurnPosition {
  id: string;
  after: string | null;
  isReply: boolean;
}

interface Exchange {
  after: TurnPosition | undefined;
  turns: TurnPosition[];
}

/**
 * Turns in the order of a conversation: each behind its cause, and a question together with all of its replies, also
 * where two windows asked at once. Questions to the same reply stand in the order in which they are given.
 */
export function orderTurns(turns: readonly TurnPosition[]): TurnPosition[] {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const before = (turn: TurnPosition): TurnPosition | undefined =>
    turn.after === null ? undefined : byId.get(turn.after);
  const heads = headsOf(turns, before);
  const exchanges = new Map<TurnPosition, Exchange>();
  for (const turn of turns) {
    const head = heads.get(turn) ?? turn;
    const exchange = exchanges.get(head) ?? { after: before(head), turns: [] };
    exchanges.set(head, exchange);
    exchange.turns.push(turn);
  }
  const exchangeOf = (turn: TurnPosition | undefined): Exchange | undefined =>
    turn && exchanges.get(heads.get(turn) ?? turn);
  return topologicalSort([...exchanges.values()], ({ after }) => exchangeOf(after)).flatMap((exchange) =>
    topologicalSort(exchange.turns, (turn) => {
      const parent = before(turn);
      return exchangeOf(parent) === exchange ? parent : undefined;
    }),
  );
}

/** Of each turn the question that it belongs to; of a reply to nothing that is known, the first reply. */
function headsOf(
  turns: readonly TurnPosition[],
  before: (turn: TurnPosition) => TurnPosition | undefined,
): Map<TurnPosition, TurnPosition> {
  const heads = new Map<TurnPosition, TurnPosition>();
  for (const turn of turns) {
    const way = new Set([turn]);
    let head = turn;
    while (head.isReply && !heads.has(head)) {
      const parent = before(head);
      if (parent === undefined || way.has(parent)) {
        break;
      }
      head = parent;
      way.add(head);
    }
    const found = heads.get(head) ?? head;
    for (const passed of way) {
      heads.set(passed, found);
    }
  }
  return heads;
}

/** Parents before their children, children in the given order, each with all of its own behind it. Leaves none out. */
function topologicalSort<Item>(items: readonly Item[], parentOf: (item: Item) => Item | undefined): Item[] {
  const children = Map.groupBy(items, parentOf);
  const ordered = new Set<Item>();
  // Those that name each other in a circle have no parent that comes first: they are taken as they come.
  for (const start of [...(children.get(undefined) ?? []), ...items]) {
    const open = [start];
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      if (!ordered.has(item)) {
        ordered.add(item);
        open.push(...(children.get(item) ?? []).toReversed());
      }
    }
  }
  return [...ordered];
}
