#include "core/fleet_solve.h"

#include <algorithm>

namespace launchlab {
namespace {

CoverCost sum(CoverCost a, const CoverCost& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
}

class Cover {
public:
    Cover(std::vector<std::vector<int>> accepts, const std::vector<CoverCost>& cost) : accepts_(std::move(accepts)), cost_(cost) {}

    std::vector<int> solve() {
        drop_implied();
        chosen_.assign(cost_.size(), false);
        search({});
        return best_;
    }

private:
    // A requirement that accepts all that another one accepts is met with it.
    void drop_implied() {
        for (auto& row : accepts_) {
            std::sort(row.begin(), row.end());
            row.erase(std::unique(row.begin(), row.end()), row.end());
        }
        std::sort(accepts_.begin(), accepts_.end(), [](const auto& a, const auto& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
        std::vector<std::vector<int>> kept;
        for (auto& row : accepts_) {
            const bool implied = std::any_of(kept.begin(), kept.end(), [&](const auto& other) { return std::includes(row.begin(), row.end(), other.begin(), other.end()); });
            if (!implied) kept.push_back(std::move(row));
        }
        accepts_ = std::move(kept);
    }

    bool met(const std::vector<int>& row) const {
        return std::any_of(row.begin(), row.end(), [&](int i) { return chosen_[static_cast<std::size_t>(i)]; });
    }
    CoverCost cheapest(const std::vector<int>& row) const {
        CoverCost out = cost_[static_cast<std::size_t>(row.front())];
        for (int i : row) out = std::min(out, cost_[static_cast<std::size_t>(i)]);
        return out;
    }

    // What the open requirements cost at least: those of them that share no choice have to be paid one by one.
    CoverCost at_least() const {
        CoverCost out{};
        std::vector<bool> counted(cost_.size(), false);
        for (const auto& row : accepts_) {
            if (met(row) || std::any_of(row.begin(), row.end(), [&](int i) { return counted[static_cast<std::size_t>(i)]; })) continue;
            for (int i : row) counted[static_cast<std::size_t>(i)] = true;
            CoverCost least = cheapest(row);
            least[1] = least[2] = 0;  // the cheapest in the first number need not be so in the others
            out = sum(out, least);
        }
        return out;
    }

    void search(const CoverCost& spent) {
        if (found_ && !(sum(spent, at_least()) < best_cost_)) return;
        const auto open = std::find_if(accepts_.begin(), accepts_.end(), [&](const auto& row) { return !met(row); });
        if (open == accepts_.end()) {
            found_ = true;
            best_cost_ = spent;
            best_.clear();
            for (std::size_t i = 0; i < chosen_.size(); ++i)
                if (chosen_[i]) best_.push_back(static_cast<int>(i));
            return;
        }
        std::vector<int> order = *open;
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return cost_[static_cast<std::size_t>(a)] < cost_[static_cast<std::size_t>(b)]; });
        for (int i : order) {
            chosen_[static_cast<std::size_t>(i)] = true;
            search(sum(spent, cost_[static_cast<std::size_t>(i)]));
            chosen_[static_cast<std::size_t>(i)] = false;
        }
    }

    std::vector<std::vector<int>> accepts_;
    const std::vector<CoverCost>& cost_;
    std::vector<bool> chosen_;
    std::vector<int> best_;
    CoverCost best_cost_{};
    bool found_ = false;
};

}  // namespace

std::vector<int> smallest_cover(std::vector<std::vector<int>> accepts, const std::vector<CoverCost>& cost) { return Cover(std::move(accepts), cost).solve(); }

}  // namespace launchlab
