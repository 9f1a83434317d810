/** A turn and the id of the turn it follows. */
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
 * Sorts the turns of a conversation: each after the turn it follows, and a question together with all of its replies,
 * even if two windows asked at the same time. Questions that follow the same reply keep their given order.
 */
export function orderTurns(turns: readonly TurnPosition[]): TurnPosition[] {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const parentOf = (turn: TurnPosition): TurnPosition | undefined =>
    turn.after === null ? undefined : byId.get(turn.after);
  const heads = headsOf(turns, parentOf);
  const exchanges = new Map<TurnPosition, Exchange>();
  for (const turn of turns) {
    const head = heads.get(turn) ?? turn;
    const exchange = exchanges.get(head) ?? { after: parentOf(head), turns: [] };
    exchanges.set(head, exchange);
    exchange.turns.push(turn);
  }
  const exchangeOf = (turn: TurnPosition | undefined): Exchange | undefined =>
    turn && exchanges.get(heads.get(turn) ?? turn);
  return topologicalSort([...exchanges.values()], ({ after }) => exchangeOf(after)).flatMap((exchange) =>
    topologicalSort(exchange.turns, (turn) => {
      const parent = parentOf(turn);
      return exchangeOf(parent) === exchange ? parent : undefined;
    }),
  );
}

/** Maps each turn to the question it belongs to, or a reply without a known question to the first reply before it. */
function headsOf(
  turns: readonly TurnPosition[],
  parentOf: (turn: TurnPosition) => TurnPosition | undefined,
): Map<TurnPosition, TurnPosition> {
  const heads = new Map<TurnPosition, TurnPosition>();
  for (const turn of turns) {
    const path = new Set([turn]);
    let head = turn;
    while (head.isReply && !heads.has(head)) {
      const parent = parentOf(head);
      if (parent === undefined || path.has(parent)) {
        break;
      }
      head = parent;
      path.add(head);
    }
    const found = heads.get(head) ?? head;
    for (const visited of path) {
      heads.set(visited, found);
    }
  }
  return heads;
}

/** Sorts parents before their children, with each subtree together and siblings in the given order. Drops no item. */
function topologicalSort<Item>(items: readonly Item[], parentOf: (item: Item) => Item | undefined): Item[] {
  const children = Map.groupBy(items, parentOf);
  const ordered = new Set<Item>();
  // Items in a cycle are not reachable from a root; the loop over all items adds them.
  for (const start of [...(children.get(undefined) ?? []), ...items]) {
    const stack = [start];
    for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
      if (!ordered.has(item)) {
        ordered.add(item);
        stack.push(...(children.get(item) ?? []).toReversed());
      }
    }
  }
  return [...ordered];
}
