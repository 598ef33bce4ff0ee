// The C++ twin of gametree's search: what src/gametree/engine/alphabeta.py does for games/connect4.py, step by step, with
// the same scores, the same hashing, the same table and the same order of moves, so that the two visit the same nodes.
//
//     g++ -O3 -march=native -std=c++20 -shared -fPIC -DWIDTH=7 -DHEIGHT=6 twin.cpp -o twin.so

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>

namespace {

using i64 = std::int64_t;
using u64 = std::uint64_t;

// --- the game --------------------------------------------------------------------------------------------------------

constexpr int width = WIDTH, height = HEIGHT;
static_assert(width >= 4 && width * (height + 1) <= 63);

constexpr i64 bottom = [] {
    i64 cells = 0;
    for (int c = 0; c < width; c++) cells |= i64{1} << c * (height + 1);
    return cells;
}();
constexpr i64 full = bottom * ((i64{1} << height) - 1);
constexpr int steps[] = {1, height, height + 1, height + 2};
constexpr auto columns = [] {  // the middle ones first
    std::array<int, width> order{};
    std::iota(order.begin(), order.end(), 0);
    const auto off_centre = [](int c) { return (2 * c - width + 1) * (2 * c - width + 1); };
    std::ranges::sort(order, {}, [&](int c) { return std::pair(off_centre(c), c); });
    return order;
}();

struct State {
    i64 first, second;

    i64 stones() const { return first | second; }
    int player() const { return std::popcount(u64(stones())) & 1; }
    bool open(int c) const { return !(stones() >> (c * (height + 1) + height - 1) & 1); }

    State result(int c) const {
        const i64 stone = (stones() + (i64{1} << c * (height + 1))) & ~stones();
        return player() == 0 ? State{first | stone, second} : State{first, second | stone};
    }

    static bool four(i64 cells) {
        for (int step : steps) {
            const i64 pairs = cells & cells >> step;
            if (pairs & pairs >> 2 * step) return true;
        }
        return false;
    }

    static int fours(i64 cells) {
        int found = 0;
        for (int step : steps) {
            const i64 pairs = cells & cells >> step;
            found += std::popcount(u64(pairs & pairs >> 2 * step));
        }
        return found;
    }

    bool terminal() const { return four(player() == 0 ? second : first) || stones() == full; }
    int utility() const { return four(first) ? 1 : four(second) ? -1 : 0; }
    int evaluate() const { return fours(full & ~second) - fours(full & ~first); }

    u64 key() const {
        u64 h = 0x94D049BB133111EB;
        for (i64 word : {first, second}) {
            h = (h ^ u64(word)) * 0x9E3779B97F4A7C15;
            h ^= h >> 32;
        }
        return h;
    }
};

// --- scores ----------------------------------------------------------------------------------------------------------

constexpr i64 step_ = 1 << 12, far = step_ / 2 - 1, unit = 1 << 22, estimate_step = 1 << 12;
constexpr i64 win = i64{1} << 38, infinity = i64{1} << 39;
constexpr int max_ply = 1000;

i64 final_score(int payoff, int ply) { return payoff * (win + unit * step_ + far - std::min<i64>(ply, far)); }

// A score as seen from some plies higher up: an end moves away by as much.
i64 deepen(i64 score, int plies) {
    if (-win < score && score < win) return score;
    return score > 0 ? score - plies : score + plies;
}

// --- the table -------------------------------------------------------------------------------------------------------

enum Kind { exact = 1, lower, upper };
constexpr int whole = 255;  // the depth of an entry below which no horizon was met
constexpr u64 action_bits = 0xFFFF, generation_bits = 0x3FFF;

struct Entry {
    u64 front, back;  // key and action, xor the back; score (40 bits), depth (8), kind (2), generation (14)

    i64 score() const { return i64(back) >> 24; }
    int depth() const { return back >> 16 & 255; }
    Kind kind() const { return Kind(back >> 14 & 3); }
    bool is_of(u64 key, int generation) const {
        return ((front ^ back ^ key) & ~action_bits) == 0 && int(back & generation_bits) == generation;
    }
    int action() const { return (front ^ back) & action_bits; }

    void write(u64 key, int action, i64 score, int depth, Kind kind, int generation) {
        back = u64(score) << 24 | u64(depth << 16 | kind << 14 | generation);
        front = ((key & ~action_bits) | u64(action)) ^ back;
    }
};

// --- the search ------------------------------------------------------------------------------------------------------

struct Search {
    Entry *table;
    u64 slots;
    int generation;
    i64 nodes = 0, limit = INT64_MAX, horizon = 0;
    std::atomic<bool> stop = false;
    int lengths[max_ply + 2] = {};
    int lines[max_ply + 2][width * height + 1];

    i64 alphabeta(State s, int depth, i64 alpha, i64 beta, int ply) {
        // Step 1. Count the node, and look whether to stop.
        if (++nodes > limit) stop = true;
        if (stop.load(std::memory_order_relaxed)) return 0;

        // Step 2. The end of the game. (Step 3 is for positions that come back: here none does.)
        lengths[ply] = 0;
        if (s.terminal()) return final_score(s.utility(), ply);

        // Step 4. The horizon.
        if (depth <= 0 || ply >= max_ply) {
            horizon++;
            return s.evaluate() * estimate_step;
        }

        // Step 5. From here on, scores are the mover's.
        const int sign = s.player() == 0 ? 1 : -1;
        i64 low = sign > 0 ? alpha : -beta;
        const i64 high = sign > 0 ? beta : -alpha;

        // Step 6. The table.
        const u64 key = s.key();
        Entry &entry = table[key & (slots - 1)];
        int suggestion = -1;
        if (entry.is_of(key, generation)) {
            suggestion = entry.action();
            if (ply > 0 && (entry.depth() == depth || entry.depth() == whole)) {
                const i64 score = deepen(entry.score(), ply);
                const Kind kind = entry.kind();
                if (kind == exact || (kind == lower && score >= high) || (kind == upper && score <= low)) {
                    horizon += entry.depth() != whole;
                    return sign * score;
                }
            }
        }

        // Step 7. The moves: the suggested one changes places with the first.
        int moves[width], count = 0;
        for (int c : columns) {
            if (!s.open(c)) continue;
            moves[count] = c;
            if (c == suggestion) std::swap(moves[0], moves[count]);
            count++;
        }

        // Step 8. Search them.
        const i64 before = horizon, floor = low;
        i64 best = -infinity;
        int chosen = 0;
        for (int i = 0; i < count; i++) {
            const i64 a = sign > 0 ? low : -high, b = sign > 0 ? high : -low;
            const i64 score = sign * alphabeta(s.result(moves[i]), depth - 1, a, b, ply + 1);
            if (stop.load(std::memory_order_relaxed)) return 0;
            if (score > best) {
                best = score;
                chosen = moves[i];
                if (score > low) {
                    low = score;
                    keep_line(chosen, ply);
                    if (low >= high) break;
                }
            }
        }

        // Step 9. Remember.
        const Kind kind = best <= floor ? upper : best >= high ? lower : exact;
        const int known = horizon == before ? whole : std::min(depth, whole - 1);
        entry.write(key, chosen, deepen(best, -ply), known, kind, generation);
        return sign * best;
    }

    void keep_line(int action, int ply) {
        lines[ply][0] = action;
        std::copy_n(lines[ply + 1], lengths[ply + 1], lines[ply] + 1);
        lengths[ply] = lengths[ply + 1] + 1;
    }
};

}  // namespace

// Search depth after depth until the value is known, or to a given depth. Answers with nodes, score, action and depth.
// Entries of another generation do not count, so that a table need not be wiped between two searches.
extern "C" void deepen_iteratively(
    i64 first, i64 second, i64 depth, u64 *table, i64 slots, i64 generation, i64 *answer) {
    static Search search;
    search.table = reinterpret_cast<Entry *>(table);
    search.slots = slots;
    search.generation = generation;
    search.nodes = search.horizon = 0;
    i64 score = 0, reached = 0;
    while (reached < depth) {
        const i64 before = search.horizon;
        score = search.alphabeta({first, second}, ++reached, -infinity, infinity, 0);
        if (search.horizon == before || score > win || score < -win) break;
    }
    answer[0] = search.nodes;
    answer[1] = score;
    answer[2] = search.lines[0][0];
    answer[3] = reached;
}
