//! Can everybody be paired? The largest matching of a graph, by Edmonds' algorithm ("Paths, trees, and
//! flowers", 1965): search for a path that alternates between pairs and other edges, and shrink odd
//! circles on the way.

use std::collections::VecDeque;

/// Whether all of these can be paired so that `may_meet` holds for each pair.
pub(super) fn can_all_meet(players: &[usize], may_meet: &impl Fn(usize, usize) -> bool) -> bool {
    if !players.len().is_multiple_of(2) {
        return false;
    }
    let mut graph = Graph::new(players.len(), |one, two| may_meet(players[one], players[two]));
    (0..players.len()).all(|it| graph.partner[it].is_some() || graph.grow(it))
}

struct Graph {
    edges: Vec<Vec<usize>>,
    partner: Vec<Option<usize>>,
    /// Of the search under way: from where a player was reached, and the foot of its flower.
    reached_from: Vec<Option<usize>>,
    foot: Vec<usize>,
    is_outer: Vec<bool>,
}

impl Graph {
    fn new(size: usize, is_edge: impl Fn(usize, usize) -> bool) -> Graph {
        let neighbors =
            |one: usize| (0..size).filter(|&two| one != two && is_edge(one, two)).collect();
        Graph {
            edges: (0..size).map(neighbors).collect(),
            partner: vec![None; size],
            reached_from: vec![None; size],
            foot: (0..size).collect(),
            is_outer: vec![false; size],
        }
    }

    /// Finds a partner for one more, perhaps by changing those of others.
    fn grow(&mut self, root: usize) -> bool {
        let size = self.edges.len();
        self.reached_from = vec![None; size];
        self.foot = (0..size).collect();
        self.is_outer = vec![false; size];
        self.is_outer[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(one) = queue.pop_front() {
            for index in 0..self.edges[one].len() {
                let two = self.edges[one][index];
                let is_known = self.foot[one] == self.foot[two] || self.partner[one] == Some(two);
                if is_known {
                    continue;
                }
                let is_outer = two == root
                    || self.partner[two].is_some_and(|it| self.reached_from[it].is_some());
                if is_outer {
                    self.shrink(one, two, &mut queue);
                } else if self.reached_from[two].is_none() {
                    self.reached_from[two] = Some(one);
                    match self.partner[two] {
                        None => {
                            self.change_partners(two);
                            return true;
                        }
                        Some(next) => {
                            self.is_outer[next] = true;
                            queue.push_back(next);
                        }
                    }
                }
            }
        }
        false
    }

    /// An odd circle becomes one player.
    fn shrink(&mut self, one: usize, two: usize, queue: &mut VecDeque<usize>) {
        let foot = self.common_foot(one, two);
        let mut in_flower = vec![false; self.edges.len()];
        self.mark_way(one, foot, two, &mut in_flower);
        self.mark_way(two, foot, one, &mut in_flower);
        for it in 0..self.edges.len() {
            if in_flower[self.foot[it]] {
                self.foot[it] = foot;
                if !self.is_outer[it] {
                    self.is_outer[it] = true;
                    queue.push_back(it);
                }
            }
        }
    }

    fn common_foot(&self, one: usize, two: usize) -> usize {
        let mut seen = vec![false; self.edges.len()];
        let mut at = one;
        loop {
            at = self.foot[at];
            seen[at] = true;
            match self.partner[at].and_then(|it| self.reached_from[it]) {
                Some(before) => at = before,
                None => break,
            }
        }
        let mut at = self.foot[two];
        while !seen[at] {
            match self.partner[at].and_then(|it| self.reached_from[it]) {
                Some(before) => at = self.foot[before],
                None => break,
            }
        }
        at
    }

    fn mark_way(&mut self, from: usize, foot: usize, child: usize, in_flower: &mut [bool]) {
        let (mut at, mut child) = (from, child);
        while self.foot[at] != foot {
            let Some(partner) = self.partner[at] else { return };
            in_flower[self.foot[at]] = true;
            in_flower[self.foot[partner]] = true;
            self.reached_from[at] = Some(child);
            child = partner;
            let Some(before) = self.reached_from[partner] else { return };
            at = before;
        }
    }

    /// Along the path that ends here, partners change.
    fn change_partners(&mut self, end: usize) {
        let mut at = Some(end);
        while let Some(two) = at {
            let Some(one) = self.reached_from[two] else { return };
            let next = self.partner[one];
            self.partner[two] = Some(one);
            self.partner[one] = Some(two);
            at = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use random::Random;

    use super::*;

    /// The obvious way: try everything.
    fn slowly(players: &[usize], may_meet: &impl Fn(usize, usize) -> bool) -> bool {
        let Some((&first, rest)) = players.split_first() else { return true };
        rest.iter().any(|&it| {
            let others: Vec<usize> = rest.iter().copied().filter(|&other| other != it).collect();
            may_meet(first, it) && slowly(&others, may_meet)
        })
    }

    #[test]
    fn it_agrees_with_trying_everything() {
        let mut random = Random::new(7);
        let mut found = [0; 2];
        for round in 0..3000 {
            let size = 2 * (1 + random.below(4));
            let density = 1 + round % 4;
            let mut edges = vec![false; size * size];
            for one in 0..size {
                for two in 0..one {
                    let is_edge = random.below(6) < density;
                    edges[one * size + two] = is_edge;
                    edges[two * size + one] = is_edge;
                }
            }
            let may_meet = |one: usize, two: usize| edges[one * size + two];
            let players: Vec<usize> = (0..size).collect();
            let all = slowly(&players, &may_meet);
            assert_eq!(can_all_meet(&players, &may_meet), all, "{size} {edges:?}");
            found[usize::from(all)] += 1;
        }
        assert!(found.iter().all(|it| 500 < *it), "{found:?}");
    }
}
