// The C++ twin of gametree's search: what src/gametree/engine/search.py does for games/connect4.py as the driver
// "alphabeta" switches it, with the same scores, hashing, table, replacement and order of moves, so that the two visit
// the same nodes. Steps are numbered as there; those left out are for techniques that this driver leaves off, and for
// games in which positions come back.
//
//     g++ -O3 -march=native -std=c++20 -shared -fPIC -DWIDTH=7 -DHEIGHT=6 twin.cpp -o twin.so

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
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
constexpr i64 odd = [] {  // the first row, the third, …
    i64 cells = 0;
    for (int r = 0; r < height; r += 2) cells |= bottom << r;
    return cells;
}();
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

    i64 stone(int c) const { return (stones() + (i64{1} << c * (height + 1))) & ~stones(); }

    State result(int c) const {
        const i64 stone = this->stone(c);
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

    // The lines still open to these stones that hold two of them or more.
    static int pairs(i64 cells, i64 empty) {
        int found = 0;
        for (int step : steps) {
            i64 one = 0, two = 0, open = cells | empty;
            for (int i = 0; i < 4; i++) {
                two |= one & cells >> i * step;
                one |= cells >> i * step;
            }
            open &= open >> step;
            found += std::popcount(u64(two & open & open >> 2 * step));
        }
        return found;
    }

    // Open lines, open pairs, threats that last (odd ones of Max's, even ones of Min's) and other threats.
    int evaluate() const {
        const auto count = [](i64 cells) { return std::popcount(u64(cells)); };
        const i64 empty = full & ~stones(), mine = threats(first) & empty, yours = threats(second) & empty;
        return 2 * (fours(full & ~second) - fours(full & ~first))
            + 2 * (pairs(first, empty) - pairs(second, empty))
            + 15 * (count(mine & odd) - count(yours & ~odd))
            + 5 * (count(mine & ~odd) - count(yours & odd));
    }

    // The cells that would make a four with three of these stones.
    static i64 threats(i64 cells) {
        i64 found = 0;
        for (int step : steps) {
            const i64 pairs = cells & cells >> step, apart = cells & cells >> 2 * step, threes = pairs & pairs >> step;
            found |= threes << 3 * step | threes >> step;
            found |= (pairs & cells >> 3 * step) << 2 * step;
            found |= (apart & cells >> 3 * step) << step;
        }
        return found & full;
    }

    // The more threats the move makes, the earlier; then the nearer to the middle.
    int order(int c) const {
        const i64 stone = this->stone(c);
        const int made = std::popcount(u64(threats(mine() | stone) & ~(stones() | stone)));
        return (made + 1) * width - std::abs(2 * c - width + 1);
    }

    i64 mine() const { return player() == 0 ? first : second; }
    i64 theirs() const { return player() == 0 ? second : first; }
    i64 landings() const { return (stones() + bottom) & full; }

    // The cells that the mover can take without losing to the next stone.
    i64 safe() const {
        const i64 dangers = threats(theirs()), forced = dangers & landings();
        const i64 cells = !forced ? landings() : forced & (forced - 1) ? 0 : forced;
        return cells & ~(dangers >> 1);
    }

    // An end within two stones: who wins (1 Max, -1 Min), and how far away it is; 0 away where none is to be seen.
    std::pair<int, int> foresee() const {
        const int winner = player() == 0 ? 1 : -1;
        if (threats(mine()) & landings()) return {winner, 1};
        if (!safe()) return {-winner, 2};
        const int empty = std::popcount(u64(full & ~stones()));
        return {0, empty <= 2 ? empty : 0};
    }

    // What wins at once, or else what does not lose at once, if there is such a move.
    i64 candidates() const {
        if (const i64 wins = threats(mine()) & landings()) return wins;
        const i64 cells = safe();
        return cells ? cells : landings();
    }

    static i64 mirrored(i64 cells) {
        i64 found = 0;
        for (int c = 0; c < width; c++)
            found |= (cells >> c * (height + 1) & ((i64{1} << height) - 1)) << (width - 1 - c) * (height + 1);
        return found;
    }
    State mirrored() const { return {mirrored(first), mirrored(second)}; }

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

// What a win at this ply is worth to the winner.
i64 won(int ply) { return win + unit * step_ + far - ply; }

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
    int action() const { return (front ^ back) & action_bits; }
    int generation() const { return back & generation_bits; }
    bool is_of(u64 key) const { return ((front ^ back ^ key) & ~action_bits) == 0; }
};

struct Table {
    Entry *entries;
    u64 slots;
    int generation;

    Entry *pair(u64 key) { return entries + (key & (slots - 1) & ~u64{1}); }

    const Entry *probe(u64 key) {
        const Entry *entry = pair(key);
        for (int i = 0; i < 2; i++, entry++)
            if (entry->is_of(key) && entry->generation() == generation) return entry;
        return nullptr;
    }

    // Of a pair the entry goes that is of this position, or else of an older search, or else the shallower one.
    void store(u64 key, Kind kind, int depth, i64 score, int action) {
        const auto seen = [this](const Entry &e) { return e.generation() == generation; };
        const auto worth = [&](const Entry &e) { return seen(e) ? e.depth() + 256 : -1; };
        const auto known = [&](const Entry &e) { return seen(e) && e.is_of(key); };
        Entry *entry = pair(key);
        if (!known(*entry) && (known(entry[1]) || worth(entry[1]) < worth(entry[0]))) entry++;
        const u64 back = u64(score) << 24 | u64(depth << 16 | kind << 14 | generation);
        *entry = {((key & ~action_bits) | (u64(action) & action_bits)) ^ back, back};
    }
};

// --- the order of moves ----------------------------------------------------------------------------------------------

constexpr i64 first_rank = i64{1} << 62, hint_unit = 1 << 24, killer_rank = 1 << 23, reply_rank = 1 << 22;
constexpr int mirrored_plies = 12, success_bits = 20, max_ply = width * height, no_action = -1;

struct Moves {
    int action[width];
    i64 rank[width];
    int count = 0;

    void insert(int a, i64 r) {  // behind those of the same rank
        int i = count++;
        for (; i > 0 && rank[i - 1] < r; i--) {
            action[i] = action[i - 1];
            rank[i] = rank[i - 1];
        }
        action[i] = a;
        rank[i] = r;
    }
};

// What cut off elsewhere.
struct Ordering {
    std::array<std::array<int, 2>, max_ply> killers;
    std::array<std::array<int, width>, 2> replies;
    std::array<std::array<i64, width>, 2> success{};

    Ordering() {
        for (auto &pair : killers) pair.fill(no_action);
        for (auto &side : replies) side.fill(no_action);
    }

    i64 learned(int action, int side, int previous, int ply) const {
        i64 rank = success[side][action] + (1 << success_bits);
        if (killers[ply][0] == action || killers[ply][1] == action) rank += killer_rank;
        if (replies[side][previous] == action) rank += reply_rank;
        return rank;
    }

    // A move has cut off; those tried before it did not, and sink.
    void learn(const Moves &moves, int tried, int side, int previous, int depth, int ply) {
        const int action = moves.action[tried];
        if (killers[ply][0] != action) killers[ply] = {action, killers[ply][0]};
        replies[side][previous] = action;
        const i64 gain = std::min(depth * depth, 400) * 64;
        for (int i = 0; i < tried; i++) {
            i64 &other = success[side][moves.action[i]];
            other -= gain + (other * gain >> success_bits);
        }
        i64 &mine = success[side][action];
        mine += gain - (mine * gain >> success_bits);
    }
};

// --- the search ------------------------------------------------------------------------------------------------------

struct Search {
    Table table;
    Ordering ordering{};
    i64 nodes = 0, limit = INT64_MAX, horizon = 0;
    std::atomic<bool> stop = false;
    int deepest = 0;
    int lengths[max_ply + 2] = {};
    int lines[max_ply + 2][max_ply + 1];

    i64 search(State s, int depth, i64 alpha, i64 beta, int ply, int previous) {
        // Step 1. Count the node, and look whether to stop.
        if (++nodes > limit) stop.store(true, std::memory_order_relaxed);
        if (stop.load(std::memory_order_relaxed)) return 0;
        deepest = std::max(deepest, ply);

        // Step 2. The end of the game.
        lengths[ply] = 0;
        if (s.terminal()) return s.utility() * won(ply);

        // A position and its mirror image share an entry of the table, which is fetched while other things are done.
        u64 key = s.key();
        State image = s;
        bool turned = false;
        if (depth > 0) {
            if (ply <= mirrored_plies) {
                image = s.mirrored();
                turned = i64(image.key()) < i64(key);
                if (turned) key = image.key();
            }
            __builtin_prefetch(table.pair(key));
        }

        if (ply > 0) {
            const auto [winner, distance] = s.foresee();
            if (0 < distance && distance <= depth) return winner * won(ply + distance);
        }

        // Step 5. From here on, scores are the mover's.
        const int side = s.player(), sign = side == 0 ? 1 : -1;
        i64 low = sign > 0 ? alpha : -beta, high = sign > 0 ? beta : -alpha;
        const bool narrow = high - low <= 1;

        // Step 6. The horizon.
        if (depth <= 0) {
            horizon++;
            return s.evaluate() * estimate_step;
        }

        // Step 7. Nothing can be better than to win with the next move, or worse than to lose by it; or by the third,
        // where no end within two was foreseen.
        if (ply > 0) {
            const int soonest = ply + (depth >= 2 ? 3 : 1);
            low = std::max(low, -won(soonest));
            high = std::min(high, won(soonest));
            if (low >= high) return sign * low;
        }

        // Step 8. The table.
        if (turned && narrow && ply > 0) {
            s = image;
            turned = false;
        }
        int suggestion = no_action;
        if (const Entry *entry = table.probe(key)) {
            if (!turned) suggestion = entry->action();
            if (ply > 0 && (entry->depth() == depth || entry->depth() == whole)) {
                const i64 score = deepen(entry->score(), ply);
                const Kind kind = entry->kind();
                if (kind == exact || (kind == lower && score >= high) || (kind == upper && score <= low)) {
                    horizon += entry->depth() != whole;
                    return sign * score;
                }
            }
        }

        const i64 before = horizon, floor = low;

        // Step 13. The moves, the best first.
        Moves moves;
        const i64 cells = depth >= 2 && ply > 0 ? s.candidates() : s.landings();
        for (int c : columns) {
            if (!(cells & s.stone(c))) continue;
            i64 rank = first_rank;
            if (c != suggestion) rank = s.order(c) * hint_unit + ordering.learned(c, side, previous, ply);
            moves.insert(c, rank);
        }

        // Step 14. Is one of the moves known to be good enough?
        if (narrow && depth >= 2 && ply > 0 && moves.count > 1) {
            for (int i = 0; i < moves.count; i++) {
                const i64 score = known_below(s.result(moves.action[i]), high, depth - 1, ply + 1);
                if (score >= high) return sign * score;
            }
        }

        // Step 16. Search the moves.
        i64 best = -infinity;
        int chosen = no_action;
        for (int i = 0; i < moves.count; i++) {
            const int action = moves.action[i];
            const i64 a = sign > 0 ? low : -high, b = sign > 0 ? high : -low;
            const i64 score = sign * search(s.result(action), depth - 1, a, b, ply + 1, action);
            if (stop.load(std::memory_order_relaxed)) return 0;
            if (score > best) {
                best = score;
                chosen = action;
                if (ply == 0) keep_line(action, ply);
                if (score > low) {
                    low = score;
                    if (!narrow && ply > 0) keep_line(action, ply);
                    if (low >= high) {
                        ordering.learn(moves, i, side, previous, depth, ply);
                        break;
                    }
                }
            }
        }

        // Step 17. Remember.
        const Kind kind = best <= floor ? upper : best >= high ? lower : exact;
        const int reached = horizon == before ? whole : std::min(depth, whole - 1);
        table.store(key, kind, reached, deepen(best, -ply), turned ? -1 : chosen);
        return sign * best;
    }

    // What the table says a position is worth at least to the one who moved there, if that is enough.
    i64 known_below(State s, i64 high, int depth, int ply) {
        u64 key = s.key();
        if (ply <= mirrored_plies) key = u64(std::min(i64(key), i64(s.mirrored().key())));
        const Entry *entry = table.probe(key);
        if (!entry || (entry->depth() != whole && entry->depth() != depth) || entry->kind() == lower) return -infinity;
        const i64 score = -deepen(entry->score(), ply);
        if (score < high) return -infinity;
        horizon += entry->depth() != whole;
        return score;
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
    Search search{.table = {reinterpret_cast<Entry *>(table), u64(slots), int(generation)}};
    i64 score = 0, reached = 0;
    while (reached < depth) {
        const i64 before = search.horizon;
        score = search.search({first, second}, ++reached, -infinity, infinity, 0, 0);
        if (search.horizon == before || score > win || score < -win) break;
    }
    answer[0] = search.nodes;
    answer[1] = score;
    answer[2] = search.lines[0][0];
    answer[3] = reached;
}
